import { describe, expect, it } from 'vitest';
import { textsOfNames } from '../../build/hand-off-references.js';
import { splitHandOffs } from '../../schema/hand-offs.js';

/** A description, and what its clauses say of each name. */
const CASES: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    'Builds. For .flow Maestro→uipath-maestro-flow, for coded agents→uipath-agents.',
    [
      ['uipath-maestro-flow', 'For .flow Maestro→'],
      ['uipath-agents', ', for coded agents→'],
    ],
  ],
  ['Writes. For newsletters, see emails.', [['emails', 'For newsletters, see']]],
  ['Fills. NOT for scans (use ocr-scans).', [['ocr-scans', 'NOT for scans (use']]],
  ['Writes. See mail-out for newsletters.', [['mail-out', 'for newsletters.']]],
  [
    'Writes. For mails use mail-out or mail-queue.',
    [
      ['mail-out', 'For mails use'],
      ['mail-queue', 'For mails use'],
    ],
  ],
  [
    'Writes. See mail-out or mail-queue for newsletters.',
    [
      ['mail-out', 'for newsletters.'],
      ['mail-queue', 'for newsletters.'],
    ],
  ],
  ['写。不适用于扫描件（请改用 ocr-scans）。', [['ocr-scans', '不适用于扫描件（请改用']]],
  // A word of the sentence is not the name that it becomes later.
  ['Writes. For emails in bulk, see emails.', [['emails', 'For emails in bulk, see']]],
  // A part of a longer name is no name.
  ['Writes. For a-b-c queues, use a-b.', [['a-b', 'For a-b-c queues, use']]],
  ['Writes. Use mail-out instead.', []],
  ['Writes. Not for scans.', []],
];

describe('textsOfNames', () => {
  it.each(CASES)('%s', (description, texts) => {
    const found = splitHandOffs(description).handOffs.flatMap(textsOfNames);
    expect(found.map(({ name, text }) => [name, text])).toEqual(texts);
  });

  it('takes what stands before each place of a name', () => {
    const clause = 'For logs use log-tool; for traces use trace-tool, for metrics use log-tool';
    expect(textsOfNames({ clause, names: ['log-tool', 'trace-tool'] })).toEqual([
      { name: 'log-tool', text: 'For logs use' },
      { name: 'trace-tool', text: '; for traces use' },
      { name: 'log-tool', text: ', for metrics use' },
    ]);
  });

  it('shares what stands behind the name before, where nothing else is said', () => {
    expect(
      textsOfNames({ clause: 'See mail-out for mails, mail-queue', names: ['mail-out', 'mail-queue'] }),
    ).toEqual([
      { name: 'mail-out', text: 'for mails,' },
      { name: 'mail-queue', text: 'for mails,' },
    ]);
  });

  it('takes a name with a prefix whole', () => {
    const clause = 'For mails use mail-out, for forms use mail-out:forms';
    expect(textsOfNames({ clause, names: ['mail-out', 'mail-out:forms'] }).map(({ name }) => name)).toEqual([
      'mail-out',
      'mail-out:forms',
    ]);
  });

  it('is quick with thousands of names', () => {
    const names = Array.from({ length: 2000 }, (_, i) => `n-${i.toString(36)}`);
    const started = performance.now();
    expect(textsOfNames({ clause: `For logs use ${names.join(', ')}`, names })).toHaveLength(2000);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
