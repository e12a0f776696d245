import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../../../schema/markdown.js';
import { describe as say } from '../../../schema/messages.js';
import { type CollectedSkill, validateCollection } from '../../../schema/skill/collection.js';
import { readMetadata } from '../../../schema/skill/metadata.js';
import { printBody } from '../../../schema/skill/near-duplicates.js';
import { parseSkill } from '../../../schema/skill/parse.js';
import { editFrontmatter } from '../../../schema/skill/serialise.js';
import { isLoadable, validateSkill } from '../../../schema/skill/validate.js';
import { decodeUtf8 } from '../../../schema/text.js';
import { corpusFiles } from '../../helpers/corpus.js';
import { sharedPath } from '../../helpers/shared.js';

const MINUTE = 60_000;

describe.skipIf(sharedPath('corpora') === null)('the corpora (needs ../shared/corpora)', () => {
  const files = corpusFiles();
  const parsed = files.map(({ path, bytes }) => parseSkill(bytes, path));

  it('every file is loadable or has an error', () => {
    expect(files.length).toBe(9989);
    const lost = parsed.flatMap((one, i) => {
      const { path } = files[i]!;
      if (isLoadable(one)) return [];
      const found = one.document
        ? validateSkill({ path, folderName: 'x', document: one.document })
        : one.findings;
      return found.some((finding) => finding.severity === 'error') ? [] : [path];
    });
    expect(lost).toEqual([]);
    const loadable = parsed.filter(isLoadable).length;
    expect(loadable).toBeGreaterThan(9500);
  });

  it('all profiles judge every file within a minute, and every finding has words', () => {
    const start = performance.now();
    for (const [i, { document, findings }] of parsed.entries()) {
      for (const one of findings) expect(say(one)).not.toBe(one.code);
      if (!document) continue;
      const markdown = readMarkdown(document.body);
      for (const profile of ['lenient', 'spec', 'claude-code'] as const) {
        const input = { path: files[i]!.path, folderName: 'x', document, profile, markdown };
        for (const one of validateSkill(input))
          if (one.severity === 'error') expect(say(one)).not.toBe(one.code);
      }
    }
    expect(performance.now() - start).toBeLessThan(MINUTE);
  });

  it('an edit changes one line, and an edit of nothing changes none', () => {
    for (const [i, { bytes, path }] of files.entries()) {
      const { text, bom } = decodeUtf8(bytes);
      const whole = bom ? `\ufeff${text}` : text;
      const { document, findings } = parsed[i]!;
      // Values that were read only once quoted cannot be edited before they are mended.
      if (!document || findings.some((one) => one.severity === 'error')) continue;
      expect(editFrontmatter(whole, new Map())).toBe(whole);
      const edited = editFrontmatter(whole, new Map([['x-probe', 'yes']]));
      expect(edited.replace(/x-probe: "yes"\r?\n/u, ''), path).toBe(whole);
      const again = parseSkill(edited, path).document!;
      expect(JSON.stringify(again.frontmatter)).toBe(
        JSON.stringify({ ...document.frontmatter, 'x-probe': 'yes' }),
      );
      expect(again.body).toBe(document.body);
    }
  });

  it('setting a description keeps every other line', () => {
    for (const [i, { path }] of files.entries()) {
      if (i % 7 !== 0) continue;
      const { document, findings } = parsed[i]!;
      if (!document || findings.some((one) => one.severity === 'error')) continue;
      const text = Buffer.from(files[i]!.bytes).toString('utf8');
      const edited = editFrontmatter(text, new Map([['description', 'New: text # here.']]));
      const again = parseSkill(edited, path).document!;
      expect(JSON.stringify(again.frontmatter), path).toBe(
        JSON.stringify({ ...document.frontmatter, description: 'New: text # here.' }),
      );
      expect(again.body).toBe(document.body);
      expect(edited.endsWith(text.slice(text.length - document.body.length)), path).toBe(true);
    }
  });

  it('the collection is judged in seconds', () => {
    const skills = parsed.flatMap((one, i): CollectedSkill[] => {
      if (!isLoadable(one)) return [];
      const { name, description } = readMetadata(one.document, 'x');
      return [
        {
          file: files[i]!.path,
          name,
          description,
          body: printBody(one.document.body),
          digest: Buffer.from(files[i]!.bytes).toString('latin1'),
        },
      ];
    });
    const start = performance.now();
    const findings = validateCollection(skills);
    expect(performance.now() - start).toBeLessThan(MINUTE / 2);
    expect([...new Set(findings.map((one) => one.code))].sort()).toEqual([
      'body-duplicate',
      'body-near-duplicate',
      'name-duplicate',
      'name-nearly-equal',
      'nested-copy-drifted',
      'skill-copy',
    ]);
    const again = validateCollection([...skills].reverse());
    expect(again).toEqual(findings);
  });
});
