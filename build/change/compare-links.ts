import { compareText } from '../../schema/diagnostic.js';
import type { SkillState } from './sides.js';
import type { LinksChange } from './types.js';

const ADDRESS = /\b(?:https?|wss?|ftps?|ssh|git):\/\/[^\s<>"'`\\^{}|[\]\u0000-\u001f]+/gi;
/** Names that lead nowhere (RFC 2606, RFC 6761), or to the machine itself. */
const NOWHERE = /(?:^|\.)(?:example\.(?:com|org|net)|example|test|invalid|localhost)$|^(?:127\.|0\.0\.0\.0$)/;
/** A host as it can be asked for; what a text leaves to be filled in is none. */
const HOST = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+[a-z0-9-]{2,}$/;

/** Addresses and hosts in a skill's texts that were in none of them before, sorted. */
export function compareLinks(before: SkillState | null, after: SkillState | null): LinksChange {
  const [old, now] = [addressesOf(before), addressesOf(after)];
  const known = new Set(old.values());
  const fresh = [...now].filter(([url]) => !old.has(url));
  return {
    urls: fresh.map(([url]) => url).sort(compareText),
    hosts: [...new Set(fresh.map(([, host]) => host))].filter((host) => !known.has(host)).sort(compareText),
  };
}

/** Hosts by address. */
function addressesOf(skill: SkillState | null): Map<string, string> {
  const found = new Map<string, string>();
  for (const { text } of skill?.files.values() ?? []) {
    for (const [raw] of (text ?? '').matchAll(ADDRESS)) {
      const url = trimEnd(raw);
      const host = hostOf(url);
      if (host !== null) found.set(url, host);
    }
  }
  return found;
}

/** Signs of the sentence, or of Markdown, that stand behind an address; a bracket that the address opens is its own. */
function trimEnd(raw: string): string {
  let url = raw;
  for (;;) {
    const last = url.at(-1)!;
    const isOpened = last === ')' && url.split('(').length >= url.split(')').length;
    if (isOpened || !/[.,;:!?)*_~…，。；：！？）】」]/.test(last)) break;
    url = url.slice(0, -1);
  }
  return url;
}

/** Null for what is no address, or leads nowhere. */
function hostOf(url: string): string | null {
  try {
    const host = new URL(url).hostname.toLowerCase().replace(/\.$/, '');
    return HOST.test(host) && !NOWHERE.test(host) ? host : null;
  } catch {
    return null;
  }
}
