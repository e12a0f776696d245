import { git } from './git-repo.js';
import { type Random, seededRandom } from './random.js';

/** How a random history is made. */
export interface HistoryPlan {
  readonly seed: number;
  readonly commits: number;
  /** Skills that the first commit adds. */
  readonly skills: number;
  /** Weights of what a commit does. */
  readonly weights: {
    readonly modify: number;
    readonly add: number;
    readonly rename: number;
    readonly edit: number;
    readonly copy: number;
    readonly remove: number;
    readonly other: number;
    readonly merge: number;
  };
  /** How many operations a commit does, at most. */
  readonly burst?: number;
  /** Share of commits whose clock is wrong, by up to half a day. */
  readonly skew?: number;
  /** Seconds between commits; 0 gives many equal dates. */
  readonly step?: number;
  /** Share of commits whose trailers tell of skills, rightly or not. */
  readonly trailers?: number;
}

type Files = Map<string, string>;
interface Made {
  readonly mark: number;
  readonly files: Files;
}

/** Fills an empty repository with a random history (git fast-import), HEAD on `main`. Gives all commits, oldest first. */
export function importHistory(dir: string, plan: HistoryPlan): string[] {
  const random = seededRandom(plan.seed);
  const stream: string[] = [];
  let main: Made = { mark: 0, files: new Map() };
  let side: Made | undefined;
  for (let mark = 1; mark <= plan.commits; mark++) {
    const merging = side !== undefined && side.mark !== main.mark && random.next() < plan.weights.merge * 2;
    if (merging) {
      main = mergeCommit(stream, plan, random, mark, main, side!);
      side = undefined;
      continue;
    }
    if (side === undefined && mark > 1 && random.next() < plan.weights.merge) side = main;
    const onSide = side !== undefined && random.next() < 0.5;
    const base: Made = onSide ? side! : main;
    const files = new Map(base.files);
    const changes = mark === 1 ? firstFiles(files, plan, random) : changeFiles(files, plan, random);
    writeCommit(stream, plan, random, mark, onSide ? 'side' : 'main', base.mark, undefined, changes);
    if (onSide) side = { mark, files };
    else main = { mark, files };
  }
  stream.push(`reset refs/heads/main\nfrom :${main.mark}\n\n`);
  git(dir, ['fast-import', '--quiet', '--force', '--export-marks=.git/marks'], { input: stream.join('') });
  return git(dir, ['rev-list', '--reverse', '--topo-order', 'main']).trim().split('\n');
}

function writeCommit(
  stream: string[],
  plan: HistoryPlan,
  random: Random,
  mark: number,
  branch: string,
  from: number,
  merge: number | undefined,
  changes: readonly string[],
): void {
  const step = plan.step ?? 3600;
  const wrong = random.next() < (plan.skew ?? 0) ? random.below(86_400) - 43_200 : 0;
  const date = 1_700_000_000 + mark * step + wrong;
  stream.push(
    `commit refs/heads/${branch}\nmark :${mark}\n`,
    `author A${mark % 7} <a@example.invalid> ${date} +0000\ncommitter C <c@example.invalid> ${date} +0000\n`,
    data(`commit ${mark}\n${randomTrailers(plan, random, changes)}`),
    from === 0 ? '' : `from :${from}\n`,
    merge === undefined ? '' : `merge :${merge}\n`,
    ...changes,
    '\n',
  );
}

/** Changelogs of skills that the commit changes, and of others; none where the plan has none. */
function randomTrailers(plan: HistoryPlan, random: Random, changes: readonly string[]): string {
  if (plan.trailers === undefined || random.next() >= plan.trailers) return '';
  const paths = changes.flatMap((change) => /"(.+)\/SKILL\.md"/.exec(change)?.[1] ?? []);
  const folder = (): string => (paths.length > 0 && random.next() < 0.8 ? random.pick(paths) : 'skills/none');
  const one = (): string => {
    const to = folder();
    const sources = Array.from({ length: random.below(3) }, () => `Skill-Source: ${folder()}\n`).join('');
    const action = random.pick(['ARCHIVE', 'FIX', 'DERIVE', 'MERGE']);
    return `\nSkill-Action: ${action}\nSkill-Name: ${to.split('/').at(-1)}\nSkill-To: ${to}@${random.below(5)}\n${sources}`;
  };
  return Array.from({ length: 1 + random.below(3) }, one).join('');
}

/** Keeps what either side changed; where both have a file, mostly the first side's, at times a new text. */
function mergeCommit(
  stream: string[],
  plan: HistoryPlan,
  random: Random,
  mark: number,
  main: Made,
  side: Made,
): Made {
  const files: Files = new Map();
  const both = new Set([...main.files.keys(), ...side.files.keys()]);
  for (const path of both) {
    const [ours, theirs] = [main.files.get(path), side.files.get(path)];
    if (ours !== undefined && theirs !== undefined && ours !== theirs) {
      files.set(path, random.next() < 0.3 ? `${ours}Merged ${mark}.\n` : random.next() < 0.5 ? ours : theirs);
    } else if (ours === theirs || random.next() < 0.5) files.set(path, (ours ?? theirs)!);
  }
  const changes = ['deleteall\n', ...[...files].map(([path, text]) => put(path, text))];
  writeCommit(stream, plan, random, mark, 'main', main.mark, side.mark, changes);
  return { mark, files };
}

function firstFiles(files: Files, plan: HistoryPlan, random: Random): string[] {
  const changes = Array.from({ length: plan.skills }, () => add(files, random));
  return [...changes, put('README.md', 'Hello.\n')];
}

function changeFiles(files: Files, plan: HistoryPlan, random: Random): string[] {
  const changes: string[] = [];
  const count = 1 + random.below(plan.burst ?? 1);
  for (let i = 0; i < count; i++) changes.push(...oneChange(files, plan, random));
  return changes;
}

function oneChange(files: Files, { weights }: HistoryPlan, random: Random): string[] {
  const kinds = ['modify', 'add', 'rename', 'edit', 'copy', 'remove', 'other'] as const;
  const total = kinds.reduce((sum, kind) => sum + weights[kind], 0);
  let at = random.next() * total;
  const kind =
    kinds.find((name) => {
      at -= weights[name];
      return at < 0;
    }) ?? 'other';
  if (kind === 'other' || files.size === 0) return [put('README.md', `Hello ${random.below(1e9)}.\n`)];
  if (kind === 'add') return [add(files, random)];
  const path = random.pick([...files.keys()]);
  const text = files.get(path)!;
  if (kind === 'remove' || kind === 'rename' || kind === 'edit') files.delete(path);
  if (kind === 'remove') return [`D ${path}\n`];
  const next = kind === 'modify' || kind === 'edit' ? edited(text, random) : text;
  const target = kind === 'modify' ? path : newPath(files, random);
  files.set(target, next);
  return [...(kind === 'rename' || kind === 'edit' ? [`D ${path}\n`] : []), put(target, next)];
}

function add(files: Files, random: Random): string {
  const path = newPath(files, random);
  const lines = Array.from({ length: 3 + random.below(40) }, () => sentence(random));
  const text = `---\nname: ${path.split('/').at(-2)}\n---\n${lines.join('\n')}${random.next() < 0.3 ? '' : '\n'}`;
  files.set(path, text);
  return put(path, text);
}

function newPath(files: Files, random: Random): string {
  for (;;) {
    const group = random.pick(['skills', 'skills/git', 'skills/技', 'plugins/a-b/skills']);
    const path = `${group}/s${random.below(100_000).toString(36)}/SKILL.md`;
    if (!files.has(path)) return path;
  }
}

/** Changes some lines: few, or so many that git may not see a rename any more. */
function edited(text: string, random: Random): string {
  const share = random.next() * 0.7;
  const lines = text.split('\n');
  const at = random.below(lines.length);
  return lines.map((line, i) => (i === at || random.next() < share ? sentence(random) : line)).join('\n');
}

function sentence(random: Random): string {
  const words = [
    'cut',
    'the',
    'reed',
    'and',
    'dry',
    'it',
    'in',
    'shade',
    'then',
    'bind',
    'ends',
    'with',
    'thread',
  ];
  return Array.from({ length: 3 + random.below(20) }, () => random.pick(words)).join(' ');
}

function put(path: string, text: string): string {
  return `M 100644 inline ${JSON.stringify(path)}\n${data(text)}\n`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}
