import { describe, expect, it } from 'vitest';
import { parseCommit } from '../../../runtime/git/commit-object.js';

const ID = 'a'.repeat(40);
const TREE = 'b'.repeat(40);
const raw = (text: string) => Buffer.from(text, 'latin1');
const header = (author: string, rest = '') =>
  `tree ${TREE}\nparent ${ID}\nauthor ${author}\ncommitter C <c@x> 1700000001 +0100\n${rest}`;

describe('parseCommit', () => {
  it('reads what a commit says', () => {
    expect(parseCommit(ID, raw(`${header('A B <a@x> 1700000000 -0500')}\nSubject\n\nBody\n`))).toEqual({
      id: ID,
      tree: TREE,
      parents: [ID],
      author: { name: 'A B', at: 1_700_000_000 },
      committedAt: 1_700_000_001,
      message: 'Subject\n\nBody\n',
    });
  });

  it('passes over a signature whose lines look like headers', () => {
    const signed = header('A <a@x> 1 +0000', 'gpgsig -----BEGIN-----\n parent x\n \n author Z <z> 9 +0000\n');
    const commit = parseCommit(ID, raw(`${signed}encoding latin1\n\nS\n`));
    expect(commit).toMatchObject({ parents: [ID], author: { name: 'A', at: 1 }, message: 'S\n' });
  });

  it.each([
    ['Jos\xe9 <a@x> 5 +0000', 'Jos\ufffd', 5],
    [' <> 7 +0000', '', 7],
    ['No Date <a@x>', 'No Date', 0],
    ['Late <a@x> 99999999999999999999 +0000', 'Late', 0],
    ['Early <a@x> -5 +0000', 'Early', 0],
  ])('takes the author %j', (author, name, at) => {
    expect(parseCommit(ID, raw(`${header(author)}\n`)).author).toEqual({ name, at });
  });

  it('takes a commit without a message', () => {
    expect(parseCommit(ID, raw(header('A <a@x> 1 +0000'))).message).toBe('');
  });
});
