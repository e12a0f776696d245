import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitHandOffs } from '../../schema/hand-offs.js';

/** Description, what is left of it, and the names that it hands off to. */
const TRUE: readonly (readonly [string, string, readonly string[]])[] = [
  ['Fills forms. NOT for scans (use ocr-scans).', 'Fills forms.', ['ocr-scans']],
  ['Fills forms. Not for scans; use ocr-scans instead.', 'Fills forms.', ['ocr-scans']],
  ['Tunes queries. Do NOT use for backups.', 'Tunes queries.', []],
  ['Tunes queries. DO NOT USE FOR: backups (use db-backup), users.', 'Tunes queries.', ['db-backup']],
  ["Tunes queries. Don't use when the database is down.", 'Tunes queries.', []],
  ['Builds flows. For agents→acme-agents.', 'Builds flows.', ['acme-agents']],
  [
    'Builds flows. For RPA→acme-rpa, Python agents→acme-agents, tests -> acme-test.',
    'Builds flows.',
    ['acme-rpa', 'acme-agents', 'acme-test'],
  ],
  ['Writes pages. For newsletters, see emails.', 'Writes pages.', ['emails']],
  [
    'Writes pages. For later steps, see signup, emails, pricing.',
    'Writes pages.',
    ['signup', 'emails', 'pricing'],
  ],
  ['Plots data. For journal figures use paper-plots.', 'Plots data.', ['paper-plots']],
  ['Plots data. For maps, use the `geo` skill.', 'Plots data.', ['geo']],
  ['Says "make a plot." For maps, see geo-maps.', 'Says "make a plot."', ['geo-maps']],
  [
    'Deploys apps. Not for hardening — use app-harden or app-audit.',
    'Deploys apps.',
    ['app-harden', 'app-audit'],
  ],
  ['Deploys apps. New project: use app-start.', 'Deploys apps.', ['app-start']],
  ['Records demos; not for replays (use [[demo-replay]]).', 'Records demos;', ['demo-replay']],
  ['Blocks bots. Does not cover DDoS (shieldplus skill).', 'Blocks bots.', ['shieldplus']],
  ['Runs the pass; use recipe-runner for recipes.', 'Runs the pass;', ['recipe-runner']],
  ['Makes cells. For bulk cells use the seurat skill instead.', 'Makes cells.', ['seurat']],
  ['Edits slides (for PDFs, use docs:pdf-maker) and notes.', 'Edits slides and notes.', ['docs:pdf-maker']],
  [
    'Checks prose. Stale notes → notes-rescue. Hard facts → fact-check.',
    'Checks prose.',
    ['notes-rescue', 'fact-check'],
  ],
  ['Snapshots only; hands off to report-memo.', 'Snapshots only;', ['report-memo']],
  ['Do the math. Do NOT trigger for:\n- sums\n- averages', 'Do the math.', []],
  ['写测试。不适用于部署（请使用 deploy-it）。', '写测试。', ['deploy-it']],
  ['生成报告。如需跟踪排名，请使用rank-tracker工具；其他都行。', '生成报告。 其他都行。', ['rank-tracker']],
  ['写文案。不要用于翻译。', '写文案。', []],
];

const FALSE: readonly string[] = [
  'Use for Python services that call an API.',
  'Use when the user asks for a chart, a table or a report.',
  'For Python projects with many packages.',
  'Use this skill instead of the Read tool for PDF files.',
  'Create branch → commit → PR → ship, with a check at every step.',
  'Runs the plan→build→test loop until all is green.',
  'Delegates wiki-ingest → wiki-link, then prints a report.',
  'Explains BAD→GOOD transformations of each anti-pattern.',
  'Moves projects from v4→v5 and from v5→v6.',
  'Turns a YouTube URL → transcript → blog post.',
  'Answers "why does this not work" and "it is not for me".',
  'Shows real results instead of a vanity board.',
  'Never writes code. Prints a review only.',
  'Use even if the user does not say the word "skill".',
  'Helps to avoid clashes between two plugins.',
  'Does NOT edit files; it reads them.',
  'Use real-time data from the exchange.',
  'Trigger keywords: use big-redesign, start redesign.',
  'Use the trip-planner skill when a trip is planned.',
  'See the user through a migration, step by step.',
  'Prefer up-to-date docs; cite them.',
  'Do not use colours alone to carry meaning.',
  'Works for teams, not only for single users, and see-through overlays.',
  '当用户需要图表时，请使用此技能。',
  '',
];

describe('splitHandOffs', () => {
  it.each(TRUE)('takes the clauses out of %j', (description, own, names) => {
    const split = splitHandOffs(description);
    expect(split.own).toBe(own);
    expect(split.handOffs.flatMap((one) => one.names)).toEqual(names);
    expect(split.handOffs.length).toBeGreaterThan(0);
  });

  it.each(FALSE)('leaves %j as it is', (description) => {
    expect(splitHandOffs(description, 'trip-planner')).toEqual({ own: description, handOffs: [] });
  });

  it('has at least 25 cases of each', () => {
    expect([TRUE.length, FALSE.length]).toEqual([25, 25]);
  });

  it('does not take the skill itself for another one', () => {
    const text = 'Plans trips. For city tours, use trip-planner.';
    expect(splitHandOffs(text, 'trip-planner').handOffs).toEqual([]);
    expect(splitHandOffs(text, 'hotel-finder').handOffs[0]!.names).toEqual(['trip-planner']);
  });

  it('gives clauses as they stand in the text, in order and apart, whatever the text', () => {
    const word = fc.constantFrom(
      'not for',
      'use',
      'a-b',
      '→',
      '(',
      ')',
      '; ',
      '. ',
      ', ',
      'For',
      'see',
      '。',
      '请使用',
      '\n- ',
      '"',
    );
    const texts = fc
      .array(fc.oneof(word, fc.string({ maxLength: 6 })), { maxLength: 30 })
      .map((parts) => parts.join(' '));
    fc.assert(
      fc.property(texts, (text) => {
        let at = 0;
        for (const { start, end, clause } of splitHandOffs(text).handOffs) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(text.slice(start, end).trim()).toBe(clause);
          at = end;
        }
        expect(at).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it.each(['(', 'not for ', 'use a-b, ', 'a-', '"a', 'For ', '→ ', '- ', '\n'])(
    'is quick with 1 MB of %j',
    (part) => {
      const started = performance.now();
      splitHandOffs(part.repeat(1_000_000 / part.length));
      expect(performance.now() - started).toBeLessThan(2000);
    },
  );
});
