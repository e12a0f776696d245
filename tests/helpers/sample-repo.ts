import { join } from 'node:path';
import { type Built, buildInto } from './built-case.js';
import { TestRepo, tempFolder } from './git-repo.js';

/** Characters that a body may hold and that no answer may break on. */
export const ODD_TEXT =
  'esc \u001b[31mred\u001b[0m bel \u0007 bidi \u202eflip\u202c tag \u{e0041} zwsp \u200b end';

/** The same in front matter, where YAML's escapes give them; a line break that wants to pass for a result, too. */
const ODD_DESCRIPTION = '"Holds \\e[31modd\\e[0m \\u202etext\\u202c.\\n99. fake (skills/fake) 1.000"';

export const BINARY = Uint8Array.from([0, 255, 254, 128, 10, 13, 0, 27]);

/** A repository with all that the query side has to tell apart, and its index in `dist`. */
export interface SampleRepo extends Built {
  readonly repo: TestRepo;
  /** Commit ids, oldest first; see `makeHistory`. */
  readonly commits: readonly string[];
  dispose(): void;
}

export async function sampleRepo(): Promise<SampleRepo> {
  const { dir, dispose } = tempFolder('skillgraft-sample-');
  const repo = new TestRepo(join(dir, 'repo'));
  const commits = makeHistory(repo);
  return { repo, commits, dispose, ...(await buildInto(repo.dir)) };
}

/** 2024-01-01 add all; -02 rename trim-wick to clip-wick; -03 change its text; -04 change only its tips.md. */
function makeHistory(repo: TestRepo): string[] {
  repo
    .write(
      'skills/trim-wick/SKILL.md',
      wick('trim-wick', 'Cut the wick.\nWipe the blade.\nSweep the table.\n'),
    )
    .write('skills/trim-wick/tips.md', 'Use a sharp blade.\n')
    .write('skills/trim-wick/data/blob.bin', BINARY)
    .write('skills/north/pack-bag/SKILL.md', skill('pack-bag', 'Packs for the snow.'))
    .write('skills/south/pack-bag/SKILL.md', skill('pack-bag', 'Packs for the beach.'))
    .write('skills/api-cache/SKILL.md', skill('api-cache', 'Caches answers.', 'repo: api\ntags: [cache]'))
    .write('skills/web-cache/SKILL.md', skill('web-cache', 'Caches pages.', 'repo: Web\ntags: [cache]'))
    .write('skills/old-loom/SKILL.md', skill('old-loom', 'Weaves cloth.', 'status: archived'))
    .write(
      'skills/old-lamp/SKILL.md',
      skill(
        'old-lamp',
        'Lights a lamp.',
        'status: deprecated\ndeprecated-reason: Use new-lamp.\nttl-days: 30',
      ),
    )
    .write('skills/odd-text/SKILL.md', skill('odd-text', ODD_DESCRIPTION).replace('Do it.', ODD_TEXT))
    .write('skills/odd-text/nul.txt', 'a\0b')
    .write('skills/odd-text/surrogate.txt', Uint8Array.from([0x61, 0xed, 0xa0, 0x80, 0x62]))
    .write('skills/bad/SKILL.md', '---\nname: bad\ndescription: [never closed\n---\n\nText.\n');
  const first = repo.commit('add all');
  repo.git('mv', 'skills/trim-wick', 'skills/clip-wick');
  const text = 'Cut the wick.\nWipe the blade.\nSweep the table.\n';
  repo.write('skills/clip-wick/SKILL.md', wick('clip-wick', text));
  const second = repo.commit('rename it');
  repo.write('skills/clip-wick/SKILL.md', wick('clip-wick', `${text}Light it.\n`));
  const third = repo.commit('say more');
  repo.write('skills/clip-wick/tips.md', 'Use a very sharp blade.\n');
  return [first, second, third, repo.commit('sharpen')];
}

function wick(name: string, body: string): string {
  return `---\nname: ${name}\ndescription: Trims a candle wick.\ndisplay-name: Wicks\ntags: [candle, blade]\n---\n\n${body}`;
}

function skill(name: string, description: string, more = ''): string {
  return `---\nname: ${name}\ndescription: ${description}\n${more === '' ? '' : `${more}\n`}---\n\nDo it.\n`;
}
