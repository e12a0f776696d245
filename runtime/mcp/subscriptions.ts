import { type McpServer, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { findServedFile, servedSkills } from './skills-extension/served-skills.js';
import { pathOfEntry, pathOfUri } from './skills-extension/uri.js';
import type { ToolContext } from './tool.js';

/** What a client of the protocol of 2025 has subscribed to, by the file that it means; the protocol of 2026 has streams. */
export class Subscriptions {
  readonly #spelled = new Map<string, string>();

  /** Answers `resources/subscribe` and `resources/unsubscribe` of one connection. */
  serve({ server }: McpServer, { library, currentRepo }: ToolContext): void {
    server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
      const path = pathOfUri(uri);
      if (path === null || findServedFile(servedSkills(await library(), currentRepo), uri) === null)
        throw new ResourceNotFoundError(uri);
      this.#spelled.set(path, uri);
      return {};
    });
    server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
      this.#spelled.delete(pathOfUri(uri) ?? '');
      return {};
    });
  }

  /** The spelling in which a URI of the index was subscribed to; null: it was not. */
  spelling(uri: string): string | null {
    return this.#spelled.get(pathOfEntry(uri)) ?? null;
  }
}
