import { GFM, parser } from '@lezer/markdown';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pullRequestText } from '../../../../runtime/propose/sinks/pull-request-text.js';
import type { Plan } from '../../../../runtime/propose/types.js';
import { rankingTaken, secretFound, skillNearDuplicate } from '../../../../schema/check-kinds.js';
import { type Finding, finding } from '../../../../schema/diagnostic.js';
import { plainLine } from '../../../../schema/hidden-text.js';
import { planOf } from '../../../helpers/plans.js';

const markdown = parser.configure(GFM);

const HOSTILE = [
  '@octocat',
  'closes #12',
  'Fixes: owner/repo#3',
  'resolves GH-7',
  'closes https://github.com/a/b/issues/1',
  'www.example.com',
  'a@example.com',
  '```\n# Out\n```',
  '~~~',
  '`code` ``',
  '| cell | \\| ',
  '</code></td></table><script>alert(1)</script>',
  '<!-- hidden -->',
  '![x](https://x.invalid/a.png) [y][z]',
  '[z]: https://x.invalid',
  '**bold** _it_ ~~no~~ $x^2$ :tada:',
  '---\n===',
  '- [x] task\n1. one',
  '&#64;octocat &num;1',
  'line\r\nCo-authored-by: Eve <eve@example.invalid>',
  '\u202eevil\u0000\u001b[31m',
  '\ud800',
  'deadbeefdeadbeefdeadbeefdeadbeefdeadbeef',
  'größer 日本 🙂',
];
const TEXT = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.array(fc.constantFrom(...HOSTILE, ' ', '\n', 'x'), { maxLength: 4 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

function planWith(texts: readonly string[]): {
  plan: Plan;
  findings: Finding[];
  notes: { message: string }[];
} {
  const [a = '', b = '', c = '', d = '', e = ''] = texts;
  const at = { line: 3, column: 1 };
  const plan = {
    ...planOf([], { action: 'FIX', name: a, from: b, to: c, trigger: d, reason: e, sources: [a, e] }, 'abc'),
    path: b,
    subject: c,
    notes: [d, `x ${e}`],
  } as Plan;
  const findings = [
    finding(secretFound, a, at, { rule: b, kind: c }),
    finding(skillNearDuplicate, c, at, { proposed: d, near: e, cosine: 0.9 }),
    finding(rankingTaken, e, at, { query: a, file: b, proposed: c, before: d }),
  ];
  return { plan, findings, notes: [{ message: a }] };
}

function textOf(texts: readonly string[]) {
  const { plan, ...review } = planWith(texts);
  return pullRequestText(plan, review);
}

/** What the parser finds, without the texts: kinds of nodes in order; an escape or a reference is text. */
function structure(body: string): string[] {
  const names: string[] = [];
  markdown.parse(body).iterate({
    enter: ({ name }) => {
      if (name !== 'Entity' && name !== 'Escape') names.push(name);
    },
  });
  return names;
}

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  grave: '`',
  ast: '*',
  lowbar: '_',
  lsqb: '[',
  rsqb: ']',
  lcub: '{',
  rcub: '}',
  excl: '!',
  num: '#',
  commat: '@',
  vert: '|',
  bsol: '\\',
  colon: ':',
  dollar: '$',
  Hat: '^',
  period: '.',
};

/** What a browser shows of the codes in a body. */
function codes(body: string): string[] {
  return [...body.matchAll(/<code>(.*?)<\/code>/g)].map(([, code = '']) =>
    code
      .replaceAll('<br>', '\n')
      .replace(/&(?:#x([0-9A-F]+)|(\w+));/g, (_, hex, name) =>
        hex === undefined ? NAMED[name]! : String.fromCodePoint(Number.parseInt(hex, 16)),
      ),
  );
}

/** What a forge acts on in a text that it takes as it stands, such as the message of a squash merge. */
const REFERENCES = [/@[\w-]/, /#\d/, /GH-\d/i, /:\/\//];
const MARKUP = [
  /www\./i,
  /`/,
  /^[A-Za-z-]+:/m,
  /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/u,
];

describe('pullRequestText', () => {
  test('a plan with all there is', () => {
    const { title, body } = textOf([
      'git-hooks',
      'skills/git-hooks',
      'skills/git-hooks@2',
      'a hook failed',
      'say why',
    ]);
    expect(title).toBe('skills/git-hooks@ 2');
    expect(body).toBe(`| | |
|:--|:--|
| Action | <code>FIX</code> |
| Skill | <code>git-hooks</code> |
| Folder | <code>skills/git-hooks</code> |
| From | <code>skills/git-hooks</code> |
| To | <code>skills/git-hooks&commat;2</code> |
| Sources | <code>git-hooks<br>say why</code> |
| Trigger | <code>a hook failed</code> |
| Reason | <code>say why</code> |
| Base commit | <code>abc</code> |

### Findings

| | Where | What |
|:--|:--|:--|
| error | <code>git-hooks&colon;3&colon;1</code> | <code>This line holds what looks like a secret (skills/git-hooks, skills/git-hooks&commat;2). Take it out; if it is a real one, revoke it.</code> |

### Skills like it

| | Where | What |
|:--|:--|:--|
| warning | <code>skills/git-hooks&commat;2&colon;3&colon;1</code> | <code>a hook failed is near in meaning to say why (cosine 0.9). If they are for the same task, use MERGE, or FIX the one that is there.</code> |

### Searches that change

| | Where | What |
|:--|:--|:--|
| warning | <code>say why&colon;3&colon;1</code> | <code>The query &quot;git-hooks&quot; of skills/git-hooks would now lead to skills/git-hooks&commat;2 in place of a hook failed. Say more narrowly what it is for.</code> |

### Notes

- <code>a hook failed</code>
- <code>x say why</code>
- <code>git-hooks</code>
`);
  });

  test('no text gets out of its place, and none does anything', () => {
    const shape = (texts: readonly string[]) => structure(textOf(texts).body.replaceAll('<br>', ' '));
    const plain = shape(['a', 'b', 'c', 'd', 'e']);
    expect(plain.length).toBeGreaterThan(100);
    fc.assert(
      fc.property(fc.array(TEXT, { minLength: 5, maxLength: 5 }), (random) => {
        const texts = random.map((text) => `x${text}`);
        const { body, title } = textOf(texts);
        expect(shape(texts)).toEqual(plain);
        expect(body.match(/<[^>]*>/g)!.filter((tag) => !['<code>', '</code>', '<br>'].includes(tag))).toEqual(
          [],
        );
        for (const pattern of [...REFERENCES, ...MARKUP]) expect(body).not.toMatch(pattern);
        for (const pattern of [...REFERENCES, /[\x00-\x1f]/]) expect(title).not.toMatch(pattern);
      }),
      { numRuns: 300 },
    );
  });

  test('what is shown is what was written', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        const { body } = textOf(['a', 'b', 'c', 'd', text]);
        const lines = text
          .split(/\r\n|\n|\r/)
          .map(plainLine)
          .filter((line) => line !== '');
        const shown = codes(body);
        if (lines.length === 0) expect(shown).toContain('x');
        else expect(shown).toContain(lines.join('\n'));
      }),
      { numRuns: 300 },
    );
  });

  test('whatever the length, the body stays below the limit, whole, and tells what is left out', () => {
    const at = { line: 1, column: 1 };
    for (const count of [1, 10, 100, 3000]) {
      const long = '@'.repeat(10_000);
      const { plan } = planWith(Array(5).fill(long));
      const findings = Array.from({ length: count }, () =>
        finding(secretFound, long, at, { rule: 'a', kind: 'b' }),
      );
      const notes = Array.from({ length: count }, () => ({ message: 'note' }));
      const { title, body } = pullRequestText({ ...plan, notes: [] }, { findings, notes });
      expect(body.length).toBeLessThanOrEqual(65_536);
      expect(title.length).toBeLessThanOrEqual(256);
      expect(body.split('<code>')).toHaveLength(body.split('</code>').length);
      const rows = body.match(
        /^(?:\| (?:error|Action|Skill|Folder|From|To|Sources|Trigger|Reason|Base)|- )/gm,
      )!.length;
      const left = Number(/^(\d+) more lines/m.exec(body)?.[1] ?? 0);
      expect(rows + left).toBe(9 + 2 * count);
      expect(body.startsWith('| | |\n|:--|:--|\n| Action | <code>FIX</code> |')).toBe(true);
    }
  });

  test('a subject that shows nothing is replaced', () => {
    const { plan, ...review } = planWith(['git-hooks', '', '\u200b \u0000', '', '']);
    expect(pullRequestText(plan, review).title).toBe('FIX git-hooks');
  });
});
