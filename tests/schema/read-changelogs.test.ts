import { describe, expect, it } from 'vitest';
import { formatChangelog } from '../../schema/changelog-trailers.js';
import { readChangelogs } from '../../schema/read-changelogs.js';

const FIX = {
  action: 'FIX',
  name: 'a',
  from: 'skills/a@1',
  to: 'skills/a@2',
  reason: `It failed on names with blanks, and ${'then '.repeat(30)}stopped.`,
};
const MERGE = { action: 'MERGE', name: 'c', to: 'skills/c@1', sources: ['skills/a@2', 'skills/b'] };
const [fix, merge] = [formatChangelog(FIX), formatChangelog(MERGE)];

describe('a message of one change', () => {
  it.each<[string, string, object[]]>([
    ['the last paragraph', `S\n\nBody\n\n${fix}`, [FIX]],
    ['the only paragraph but the subject', `S\n\n${merge}`, [MERGE]],
    ['CRLF', `S\r\n\r\n${merge.replaceAll('\n', '\r\n')}`, [MERGE]],
    [
      'keys in any case',
      'S\n\nskill-ACTION : FIX\nSkill-reason:  Was wrong ',
      [{ action: 'FIX', reason: 'Was wrong' }],
    ],
    [
      'a value over two lines',
      'S\n\nSkill-Trigger: seen\n  twice\nSigned-off-by: A <a@x>',
      [{ trigger: 'seen twice' }],
    ],
    ['the last of two', 'S\n\nSkill-Action: add\nSkill-Action: merge', [{ action: 'merge' }]],
    [
      'a change without a name, before other trailers',
      'S\n\nSkill-Action: add\n\nCo-authored-by: A <a@x>',
      [{ action: 'add' }],
    ],
    [
      'a change without a name, before a rule',
      'S\n\nSkill-Action: add\n\n---------\n\nCo-authored-by: A <a@x>',
      [{ action: 'add' }],
    ],
    ['not the subject', 'Skill-Action: add\nSkill-Name: a', []],
    ['not a change without a name in the body', 'S\n\nSkill-Action: add\n\nmore', []],
    ['not prose with a colon', 'S\n\none\ntwo\nthree\nfour\nSkill-Action: add', []],
    ['not an item of a list', 'S\n\n- Skill-Action: add\n\n* Skill-Action: add', []],
    ['not an empty value', 'S\n\nSkill-Action:\n', []],
    ['not what an object has of its own', 'S\n\nconstructor: skill-x\n__proto__: skill-y', []],
  ])('takes %s', (_name, message, expected) => {
    expect(readChangelogs(message)).toEqual(expected);
  });
});

describe('a message that a squash made', () => {
  const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '    ');
  it.each<[string, string]>([
    [
      'GitHub',
      `T (#7)\n\n* Fix a\n\nBody.\n\n${fix}\n* Merge\n\n${merge}\n---------\n\nCo-authored-by: A <a@x>\n`,
    ],
    ['GitHub, with a prose commit behind', `T (#7)\n\n* Fix a\n\n${fix}\n* Merge\n\n${merge}\n* Mend a typo`],
    ['GitLab', `T\n\n* Fix a\n\nBody\n${fix}\n* Merge\n\n${merge}\n\nSee merge request g/p!7\n`],
    ['git rebase', `Fix a\n\n${fix}\nMerge a and b\n\n${merge}`],
    [
      'git merge --squash',
      `Squashed commit of the following:\n\ncommit 1234\nAuthor: A\n\n${indented(`Fix\n\n${fix}\nMerge\n\n${merge}`)}`,
    ],
    ['one that gathers all trailers', `T\n\n* Fix a\n* Merge\n\n${fix}${merge}Co-authored-by: A <a@x>\n`],
    ['a description with a fence', `T\n\n\`\`\`\n${fix}\`\`\`\n\n## More\n\n\`\`\`\n${merge}\`\`\`\n`],
    ['one that tells them twice', `T\n\n${fix}\n* Fix a\n\n${fix}\n* Merge\n\n${merge}`],
  ])('%s gives both changes', (_name, message) => {
    expect(readChangelogs(message)).toEqual([FIX, MERGE]);
  });
});

it('reads no more than it has to of a message that somebody blew up', () => {
  const many = Array.from({ length: 500 }, (_, i) => formatChangelog({ action: 'FIX', name: `s${i}` })).join(
    '',
  );
  expect(readChangelogs(`S\n\n${many}`)).toHaveLength(64);
  const [long] = readChangelogs(
    `S\n\nSkill-Action: FIX\nSkill-Reason: ${'😀'.repeat(5000)}\n${'Skill-Source: x\n'.repeat(999)}`,
  );
  expect(Array.from(long?.reason ?? '')).toHaveLength(1000);
  expect(long?.sources).toHaveLength(64);
  const started = performance.now();
  readChangelogs(
    `S\n\nSkill-\n\n${'a-'.repeat(200_000)}\n${' \n\t'.repeat(200_000)}skill-x: ${'y '.repeat(200_000)}`,
  );
  expect(performance.now() - started).toBeLessThan(2000);
});
