import { startHttpServer } from '../../runtime/http/node-server.js';
import { openLive } from '../../runtime/reload.js';
import { serveHttp } from '../helpers/http-server.js';
import { realCollection } from './collection.js';
import type { Figure } from './figure.js';
import { fixtureFactory } from './fixture-factory.js';
import { inspectorFigures } from './inspector.js';
import { productFigures } from './product.js';
import { revisionFigures } from './revisions.js';
import { conformanceTools } from './tools.js';

/**
 * Runs the official suite and the inspector, and hands on each figure as soon as it is there: the product's own server, the
 * suite's fixtures behind the same HTTP stack, the inspector's command line.
 *
 * @throws SkillgraftError `tools-missing`
 */
export async function* conformance(): AsyncGenerator<Figure> {
  const tools = await conformanceTools();
  const collection = await realCollection();
  try {
    const { out, published } = collection;
    const product = await serveHttp(out, [], { SKILLGRAFT_USAGE: 'off' });
    try {
      yield* await productFigures(tools, product.url, published);
      yield* await withFixtures(out, (url) => revisionFigures(tools, url));
      yield* await inspectorFigures(tools, { out, url: product.url, published });
    } finally {
      await product.end();
    }
  } finally {
    collection.dispose();
  }
}

/** The fixtures take the place of the product's MCP server; all else is as `serve --http` starts it. */
async function withFixtures<T>(out: string, use: (url: string) => Promise<T>): Promise<T> {
  const live = await openLive(out, {}, () => undefined);
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    live,
    factory: fixtureFactory,
    access: {},
    log: ({ level, event, message }) => {
      if (level === 'error') console.error(`${event}: ${message}`);
    },
    requestLog: 'none',
  });
  try {
    return await use(server.url);
  } finally {
    await server.stop();
  }
}
