import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckedFinding, CheckReport } from '../../../build/check/types.js';
import { check } from '../../../build/commands/check.js';
import { sarifLog } from '../../../build/report/sarif.js';
import type { Severity } from '../../../schema/diagnostic.js';
import { TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { runHere } from '../../helpers/here.js';
import type { LooseJson } from '../../helpers/mcp-client.js';
import { sarifFaults } from '../../helpers/sarif.js';

const folder = tempFolder('skillgraft-sarif-');
const repo = new TestRepo(join(folder.dir, 'r'));
afterAll(() => folder.dispose());

const sarif = async (...args: string[]): Promise<LooseJson> =>
  JSON.parse(
    (await runHere(check, ['--repo', 'r', '--format', 'sarif', ...args], { cwd: folder.dir })).stdout,
  ) as LooseJson;
const skill = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Formats Go sources with gofmt. Use when .go files were changed.\n---\n\n${body}\n`;
const of = (log: LooseJson, code: string, uri?: string): LooseJson =>
  log.runs[0].results.find(
    ({ ruleId, locations }: LooseJson) =>
      ruleId === code && (uri === undefined || locations[0].physicalLocation.artifactLocation.uri === uri),
  );

describe('check --format sarif', () => {
  beforeAll(() => {
    repo
      .write('skills/odd é#%/SKILL.md', skill('x', '😀😀 [gone](gone.md) tail  '))
      .write('skills/crlf/SKILL.md', `\ufeff${skill('crlf', 'See [x](x.md).').replaceAll('\n', '\r\n')}`)
      .write('skills/fix/SKILL.md', skill('fix', 'Run it.').replace('Formats', 'It: formats'))
      .write(
        'skills/waived/SKILL.md',
        skill('waived', '<!-- skillgraft-ignore link-missing: made by CI -->\n[y](y.md)'),
      )
      .commit('one');
  });

  it('is valid by the schema, with every rule that it names', async () => {
    const log = await sarif();
    expect(sarifFaults(log)).toEqual([]);
    const [{ tool, results, columnKind, automationDetails }] = log.runs;
    expect(columnKind).toBe('unicodeCodePoints');
    expect(automationDetails.id).toBe('skillgraft/check/');
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
    for (const rule of tool.driver.rules) {
      expect(rule.shortDescription.text).not.toBe('');
      expect(rule.help.markdown).toContain(rule.id);
      expect(rule.properties.tags.length).toBeLessThanOrEqual(10);
    }
  });

  it('has paths as URIs, and columns in code points', async () => {
    const { locations } = of(await sarif(), 'link-missing', 'skills/odd%20%C3%A9%23%25/SKILL.md');
    expect(locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'skills/odd%20%C3%A9%23%25/SKILL.md', uriBaseId: '%SRCROOT%' },
      region: { startLine: 6, startColumn: 11, endColumn: 24 },
    });
    const crlf = of(await sarif(), 'link-missing', 'skills/crlf/SKILL.md').locations[0].physicalLocation;
    expect(crlf.region).toEqual({ startLine: 6, startColumn: 9, endColumn: 15 });
  });

  it('has the safe fix as one replacement', async () => {
    const [{ artifactChanges }] = of(await sarif(), 'yaml-unquoted-colon').fixes;
    expect(artifactChanges[0].replacements).toEqual([
      {
        deletedRegion: { startLine: 3, startColumn: 14, endLine: 3, endColumn: expect.any(Number) },
        insertedContent: { text: expect.stringMatching(/^"It: formats.*"$/u) },
      },
    ]);
  });

  it('has what was waived as suppressed, with the reason', async () => {
    expect(of(await sarif(), 'link-missing', 'skills/waived/SKILL.md').suppressions).toMatchObject([
      {
        kind: 'inSource',
        justification: 'made by CI',
        location: { physicalLocation: { region: { startLine: 6 } } },
      },
    ]);
  });

  it('keeps a fingerprint while lines move, and tells equal places apart', async () => {
    const prints = async (): Promise<string[]> =>
      (await sarif()).runs[0].results
        .map(({ partialFingerprints }: LooseJson) => partialFingerprints.primaryLocationLineHash)
        .sort();
    const before = await prints();
    expect(new Set(before).size).toBe(before.length);
    repo.write('skills/odd é#%/SKILL.md', skill('x', 'More.\n\nText.\n\n😀😀 [gone](gone.md) tail'));
    expect(await prints()).toEqual(before);
    repo.write(
      'skills/odd é#%/SKILL.md',
      skill('x', '😀😀 [gone](gone.md) tail\n\n😀😀 [gone](gone.md) tail'),
    );
    const twice = await prints();
    expect(new Set(twice).size).toBe(before.length + 1);
  });

  it('says of each result whether it is new, where it was compared', async () => {
    repo.write('skills/crlf/SKILL.md', skill('crlf', 'See [x](x.md) and [z](z.md).'));
    const log = await sarif('--since', 'HEAD');
    expect(sarifFaults(log)).toEqual([]);
    expect(of(log, 'link-missing', 'skills/crlf/SKILL.md').baselineState).toBe('new');
    expect(of(log, 'yaml-unquoted-colon').baselineState).toBe('unchanged');
  });
});

describe('sarifLog', () => {
  const findings = (count: number, severity: Severity): CheckedFinding[] =>
    Array.from({ length: count }, (_, i) => ({
      finding: {
        code: 'link-missing',
        severity,
        path: `skills/s${i}/SKILL.md`,
        line: 1,
        column: 1,
        args: {},
      },
      fingerprint: `${severity}${i}`,
      line: 'text',
    }));
  const report = (all: CheckedFinding[]): CheckReport => ({
    files: 1,
    loaded: 1,
    failed: 0,
    commit: null,
    notes: [],
    findings: all,
  });

  it('keeps the worst where code scanning takes no more, and says how many are left out', () => {
    const [run] = (
      sarifLog(
        report([...findings(25_000, 'info'), ...findings(10, 'warning'), ...findings(3, 'error')]),
      ) as LooseJson
    ).runs;
    expect(run.results).toHaveLength(25_000);
    expect(run.results.slice(0, 13).map(({ level }: LooseJson) => level)).toEqual([
      ...Array(3).fill('error'),
      ...Array(10).fill('warning'),
    ]);
    expect(run.invocations[0].toolExecutionNotifications[0].message.text).toContain('13 results');
  });

  it('is valid with nothing in it', () => {
    expect(sarifFaults(sarifLog(report([])))).toEqual([]);
  });
});
