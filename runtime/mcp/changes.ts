import type { McpServer, ServerNotifier } from '@modelcontextprotocol/server';
import type { LibraryChange, SkillLibrary } from '../skill-library.js';
import { skillPrompts } from './prompts.js';
import { listedResources } from './resources.js';
import { servedSkills } from './skills-extension/served-skills.js';

/** What clients have to be told of a change. */
export interface Changes {
  /** URIs of files whose bytes are others, or that came or went; sorted. */
  readonly updated: readonly string[];
  /** Whether resources/list shows other skills, names or descriptions. */
  readonly resourceList: boolean;
  readonly promptList: boolean;
}

/** What differs for clients between two states of a library. */
export function changesBetween({ before, after }: LibraryChange, repo: string | null = null): Changes {
  const [old, now] = [digestsOf(before, repo), digestsOf(after, repo)];
  const uris = new Set([...old.keys(), ...now.keys()]);
  return {
    updated: [...uris].filter((uri) => old.get(uri) !== now.get(uri)).sort(),
    resourceList: shownResources(before, repo) !== shownResources(after, repo),
    promptList: shownPrompts(before, repo) !== shownPrompts(after, repo),
  };
}

function digestsOf(library: SkillLibrary, repo: string | null): Map<string, string> {
  const { byFolder } = servedSkills(library, repo);
  const resources = [...byFolder.values()].flatMap((skill) => skill.resources);
  return new Map(resources.map(({ uri, digest }) => [uri, digest]));
}

function shownResources(library: SkillLibrary, repo: string | null): string {
  const { items } = listedResources(library, repo);
  return JSON.stringify(items.map(({ uri, name, title, description }) => [uri, name, title, description]));
}

function shownPrompts(library: SkillLibrary, repo: string | null): string {
  return JSON.stringify(skillPrompts(library, repo).pages.items);
}

/**
 * Tells every client that listens what a change means to it.
 *
 * @param notify `notify` of `createMcpHandler`, or `notifierOf` a server of one connection
 * @param repo name of the repository that the clients work in
 */
export function announceChange(
  notify: ServerNotifier,
  change: LibraryChange,
  repo: string | null = null,
): void {
  const { updated, resourceList, promptList } = changesBetween(change, repo);
  if (resourceList) notify.resourcesChanged();
  if (promptList) notify.promptsChanged();
  for (const uri of updated) notify.resourceUpdated(uri);
}

/**
 * Tells the one client of a connection. On the protocol of 2026 the SDK hands on what was asked for with
 * `subscriptions/listen`.
 *
 * @param subscribed the spelling in which the client subscribed to a URI; null: it did not
 * @param onError hears what could not be sent
 */
export function notifierOf(
  mcp: McpServer,
  subscribed: (uri: string) => string | null,
  onError: (error: unknown) => void,
): ServerNotifier {
  const send = (message: () => Promise<void>): void => {
    if (mcp.isConnected()) message().catch(onError);
  };
  return {
    toolsChanged: () => send(() => mcp.server.sendToolListChanged()),
    promptsChanged: () => send(() => mcp.server.sendPromptListChanged()),
    resourcesChanged: () => send(() => mcp.server.sendResourceListChanged()),
    resourceUpdated: (uri) => {
      const spelled = subscribed(uri);
      if (spelled !== null) send(() => mcp.server.sendResourceUpdated({ uri: spelled }));
    },
  };
}
