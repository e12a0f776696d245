import { formatPatch } from './format-patch.js';
import type { Sink } from './sink.js';

/** Gives the proposal as text, for servers that have no repository, or may not write to it. */
export const patch: Sink = {
  name: 'patch',
  description: 'Gives the proposal as a mail that git am takes.',
  needsCommit: false,
  async deliver({ request }) {
    const { message, author, at, base, branch } = request;
    const fileName = `${branch.replaceAll('/', '-')}.patch`;
    return { sink: 'patch', fileName, patch: formatPatch(request, message, author, at, base) };
  },
};
