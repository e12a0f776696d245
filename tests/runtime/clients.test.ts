import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasWorkerd, startWorker } from '../helpers/edge-worker.js';
import { connectHttp, serveHttp } from '../helpers/http-server.js';
import { connect, type Era, type ToolAnswer } from '../helpers/mcp-client.js';
import { type SampleRepo, sampleRepo } from '../helpers/sample-repo.js';

/** What every connection has, over whatever transport. */
interface Client {
  readonly client: { getNegotiatedProtocolVersion(): string | undefined };
  call(tool: string, args: object): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/** A server at work: gives clients, and ends. */
interface Transport {
  connect(era: Era): Promise<Client>;
  stop(): Promise<unknown>;
}

const TRANSPORTS: Readonly<Record<string, (index: string) => Promise<Transport>>> = {
  async stdio(index) {
    return { connect: (era) => connect(index, era), stop: async () => undefined };
  },
  async HTTP(index) {
    const server = await serveHttp(index);
    return { connect: (era) => connectHttp(server.url, era), stop: () => server.end() };
  },
  async workerd(index) {
    const worker = await startWorker({ assets: index });
    return { connect: (era) => worker.connect(era), stop: () => worker.dispose() };
  },
};

const FIX = { action: 'FIX', lesson: 'Let the wax cool before you cut.', reason: 'Hot wax smears.' };
const runsWorkerd = await hasWorkerd();
const eras = ['auto', 'legacy'] as const;

let sample: SampleRepo;
beforeAll(async () => {
  sample = await sampleRepo();
});
afterAll(() => sample.dispose());

describe.each(Object.keys(TRANSPORTS))('the official client over %s', (name) => {
  it.skipIf(name === 'workerd' && !runsWorkerd)('does the work of an agent, alike in both eras', async () => {
    const transport = await TRANSPORTS[name]!(sample.out);
    try {
      const [modern, legacy] = await Promise.all(eras.map(async (era) => work(await transport.connect(era))));
      expect([modern!.version! >= '2026', legacy!.version! >= '2026']).toEqual([true, false]);
      expect(modern!.work).toEqual(legacy!.work);
      expect(modern!.work).toMatchObject({
        found: 'skills/clip-wick',
        got: { version: 3, commit: sample.commits[3] },
        inspected: { path: 'skills/clip-wick', findings: [] },
        saved: { dryRun: true, commit: null, diff: expect.stringContaining(`+- ${FIX.lesson}`) },
      });
    } finally {
      await transport.stop();
    }
  });
});

/** Search, get, inspect, save (dry run): each on what the one before gave. */
async function work({ client, call, close }: Client) {
  const data = async (tool: string, args: object) => {
    const answer = await call(tool, args);
    expect(answer.isError, `${tool}: ${answer.text}`).toBe(false);
    return answer.data;
  };
  const [{ path }] = (await data('search_skills', { query: 'trims a candle wick' })).results;
  const got = await data('get_skill', { path });
  const inspected = await data('inspect_skill', { path });
  const saved = await data('save_skill', { ...FIX, name: path, dry_run: true });
  const version = client.getNegotiatedProtocolVersion();
  await close();
  return { version, work: { found: path, got, inspected, saved } };
}
