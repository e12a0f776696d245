import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkSkills } from '../../build/check/check-skills.js';
import type { Finding, Severity } from '../../schema/diagnostic.js';
import { kinds } from '../../schema/messages.js';
import { corpusFolder } from '../helpers/corpus-folder.js';

/** Collected in bulk, malware among it, or broken on purpose: what is found there says nothing of false findings. */
const NOT_CURATED = /^(?:openclaw|AgentWorkers|stbenjam|avifenesh)\+/u;
/** The corpora hold no other files than SKILL.md, so that every link to one leads nowhere. */
const WITHOUT_FILES = new Set([
  'link-missing',
  'link-outside-repository',
  'link-anchor',
  'reference-missing',
]);
const MOST_ERRORS = 0.01;

interface Tally {
  hits: number;
  readonly curated: Set<string>;
  readonly others: Set<string>;
}

/**
 * What `check` says of the shared corpora, as Markdown, a line at a time: by rule and severity, how many files of curated
 * repositories and of the others are hit. With a code, the findings of that rule in curated files instead.
 */
export async function* findingsTable(code?: string): AsyncGenerator<string> {
  const corpus = corpusFolder();
  if (corpus === null) {
    yield 'Nothing to measure: ../shared/corpora is not there.';
    return;
  }
  try {
    const all = await findingsIn(corpus.dir);
    if (code !== undefined) yield* examples(all.findings, code);
    else yield* table(all);
  } finally {
    corpus.dispose();
  }
}

interface Checked {
  readonly findings: readonly (Finding & { readonly owner: string })[];
  readonly curated: number;
  readonly others: number;
}

/** Each repository by itself, as its people would check it. */
async function findingsIn(dir: string): Promise<Checked> {
  const findings: Checked['findings'][number][] = [];
  const files = { curated: 0, others: 0 };
  for (const owner of readdirSync(join(dir, 'skills')).sort()) {
    const { report } = await checkSkills({ repo: join(dir, 'skills', owner), roots: ['.'] });
    files[NOT_CURATED.test(owner) ? 'others' : 'curated'] += report.files;
    findings.push(...report.findings.map(({ finding }) => ({ ...finding, owner })));
  }
  return { findings: findings.filter((one) => !WITHOUT_FILES.has(one.code)), ...files };
}

function* table({ findings, curated, others }: Checked): Generator<string> {
  const tallies = new Map<string, Tally>();
  const broken = new Set<string>();
  const wronged = new Set<string>();
  const fatal = new Set(kinds.filter((kind) => kind.fatal === true).map((kind) => kind.code));
  for (const { code, severity, path, owner } of findings) {
    const key = `${code}\0${severity}`;
    const tally = tallies.get(key) ?? { hits: 0, curated: new Set(), others: new Set() };
    tallies.set(key, tally);
    const isOther = NOT_CURATED.test(owner);
    tally.hits++;
    tally[isOther ? 'others' : 'curated'].add(`${owner}/${path}`);
    if (severity !== 'error' || isOther) continue;
    (fatal.has(code) ? broken : wronged).add(`${owner}/${path}`);
  }
  yield `| rule | severity | hits | curated files (of ${curated}) | other files (of ${others}) |`;
  yield '|---|---|---|---|---|';
  for (const [key, { hits, curated: mine, others: rest }] of [...tallies].sort(byKey)) {
    const [code, severity] = key.split('\0') as [string, Severity];
    yield `| ${code} | ${severity} | ${hits} | ${mine.size} (${share(mine.size, curated)}) | ${rest.size} (${share(rest.size, others)}) |`;
  }
  yield '';
  const verdict = wronged.size > MOST_ERRORS * (curated - broken.size) ? 'MISSED' : 'within';
  yield `${broken.size} curated files cannot be read as a skill (${share(broken.size, curated)}). Of the others, ${wronged.size} have an error (${share(wronged.size, curated - broken.size)}), ${verdict} the limit of ${100 * MOST_ERRORS} %.`;
}

function* examples(findings: Checked['findings'], code: string): Generator<string> {
  for (const { path, line, args, severity, owner, code: own } of findings) {
    if (own === code && !NOT_CURATED.test(owner))
      yield `${severity} ${owner}/${path}:${line} ${JSON.stringify(args)}`;
  }
}

function byKey([a]: readonly [string, Tally], [b]: readonly [string, Tally]): number {
  return a < b ? -1 : 1;
}

function share(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(2)} %`;
}
