import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CONFIG_FILE, parseConfigFile } from '../runtime/config/parse-file.js';
import { defaultRef, openRepository } from '../runtime/git/open.js';
import type { Repository } from '../runtime/git/repository.js';
import type { Finding } from '../schema/diagnostic.js';
import { SkillgraftError } from '../schema/errors.js';
import { toLf } from '../schema/text.js';
import { artifactFolders, isBuilt } from './artifact-folders.js';
import { parseRuleSettings } from './check/rule-settings.js';
import { type EmbedderPlan, planEmbedder } from './embedder.js';
import { folderSnapshot } from './git/folder.js';
import { withChanges } from './git/overlay.js';
import { commitSnapshot, type Snapshot } from './git/snapshot.js';
import type { BuildOptions, BuildSettings } from './options.js';
import { leaveOut, pathBelow, realPathOf, refuseSourceBelow } from './out-folder.js';

/** Where a build reads: the files, the history where there is one, and the settings. */
export interface BuildSource {
  readonly snapshot: Snapshot;
  /** Null for a folder without git. */
  readonly repository: Repository | null;
  /** Top folder of the work tree, or the folder itself. */
  readonly top: string;
  /** The commit that was read; null for a work tree or a folder. */
  readonly commit: string | null;
  readonly settings: BuildSettings;
  /** Most bytes that the index may have; null: no limit. It does not change what is built. */
  readonly maxIndexBytes: number | null;
  /** Closes the repository, where the build opened it. */
  close(): Promise<void>;
  readonly openEmbedder: EmbedderPlan['open'];
  readonly findings: readonly Finding[];
  /** What people should know, such as which branch was taken. */
  readonly notes: readonly string[];
}

/**
 * Opens what is to be built: a commit's objects, or with `workTree`, or where there is no git, the files on disk.
 *
 * @throws SkillgraftError `ref-not-found`, `empty-repository`, `not-a-repository` (with a ref), `folder-not-found`,
 * `out-is-source`, `two-sources`, `model-unnamed`, …
 */
export async function openSource(options: BuildOptions): Promise<BuildSource> {
  refuseTwoSources(options);
  const repository = options.repository ?? (await openIfThere(options));
  const close = async (): Promise<void> => {
    if (options.repository === undefined) await repository?.close();
  };
  try {
    return { ...(await readSource(options, repository)), close };
  } catch (error) {
    // A child process that is left open would keep ours from ending.
    await close();
    throw error;
  }
}

async function readSource(
  options: BuildOptions,
  repository: Repository | null,
): Promise<Omit<BuildSource, 'close'>> {
  const top = repository?.dir ?? resolve(options.repo);
  const notes: string[] = [];
  const { snapshot, commit } = await takeSnapshot(options, repository, top, notes);
  const below =
    options.out === undefined ? null : pathBelow(await realPathOf(top), await realPathOf(options.out));
  const artifacts = await artifactFolders(snapshot);
  // On disk the output folder can hold what a build that was cut short left behind.
  const isOwn = (path: string): boolean => commit === null && isBelow(path, below);
  const kept = leaveOut(snapshot, (path) => isOwn(path) || isBuilt(path, artifacts));
  const { text, ...read } = await readSettings(kept, options, top);
  const { settings } = read;
  // Who names a commit does not ask for what is on disk.
  const isOnDisk = options.ref === undefined && repository?.bare === false;
  if (commit !== null && isOnDisk) notes.push(...(await settingsNotes(top, commit, text)));
  await refuseSourceBelow(
    leaveOut(snapshot, (path) => isBuilt(path, artifacts)),
    below,
    settings.roots === undefined ? {} : { roots: settings.roots },
  );
  return { snapshot: kept, repository, top, commit, notes, ...read };
}

function isBelow(path: string, folder: string | null): boolean {
  return folder !== null && folder !== '' && (path === folder || path.startsWith(`${folder}/`));
}

function refuseTwoSources({ ref, workTree }: BuildOptions): void {
  if (ref === undefined || workTree !== true) return;
  throw new SkillgraftError(
    'two-sources',
    'A ref and the work tree cannot be read at once.',
    'Give either --ref or --work-tree.',
  );
}

/** Says so where the settings on disk are not those of the commit, which count. */
async function settingsNotes(top: string, commit: string, committed: string): Promise<string[]> {
  const there = await readFile(join(top, CONFIG_FILE), 'utf8').catch(() => null);
  if (there === null || toLf(there) === toLf(committed)) return [];
  return [
    `${CONFIG_FILE} on disk differs from that of commit ${commit.slice(0, 12)}, which counts. Commit it, or build with --work-tree.`,
  ];
}

async function openIfThere(options: BuildOptions): Promise<Repository | null> {
  if (options.alone === true) return null;
  try {
    return await openRepository(options.repo, options.reader === undefined ? {} : { reader: options.reader });
  } catch (error) {
    const isPlain = error instanceof SkillgraftError && error.code === 'not-a-repository';
    if (isPlain && options.ref === undefined) return null;
    throw error;
  }
}

async function takeSnapshot(
  options: BuildOptions,
  repository: Repository | null,
  top: string,
  notes: string[],
): Promise<{ snapshot: Snapshot; commit: string | null }> {
  if (repository === null) return { snapshot: await folderSnapshot(top), commit: null };
  if (options.workTree === true) {
    if (repository.bare) {
      throw new SkillgraftError(
        'no-work-tree',
        `${top} is a bare repository.`,
        'Leave --work-tree away: a commit is read.',
      );
    }
    return { snapshot: await folderSnapshot(top, { repo: repository }), commit: null };
  }
  const chosen =
    options.ref === undefined
      ? await defaultRef(repository)
      : { commit: await repository.resolve(options.ref) };
  if ('note' in chosen && chosen.note !== undefined) notes.push(chosen.note);
  const snapshot = await commitSnapshot(repository, chosen.commit);
  return { snapshot: withChanges(snapshot, options.changes ?? []), commit: chosen.commit };
}

async function readSettings(
  snapshot: Snapshot,
  options: BuildOptions,
  top: string,
): Promise<Pick<BuildSource, 'settings' | 'maxIndexBytes' | 'openEmbedder' | 'findings'> & { text: string }> {
  const entry = snapshot.entries.find(({ path, mode }) => path === CONFIG_FILE && mode.startsWith('100'));
  const text = entry === undefined ? '{}' : new TextDecoder().decode(await snapshot.read(entry));
  const { values, findings } = parseConfigFile(text, CONFIG_FILE);
  const levels = parseRuleSettings(text, CONFIG_FILE);
  const rules = options.rules === undefined ? levels.settings : (options.rules ?? undefined);
  const roots = options.roots ?? values.roots;
  const listingBudget = options.listingBudget ?? values['listing-budget'] ?? undefined;
  const synonyms = options.synonyms ?? values.synonyms;
  const handOffs = options.handOffs ?? values['hand-offs'] !== 'off';
  const embedder = planEmbedder(options, values, (path) => resolve(top, path));
  return {
    settings: {
      profile: options.profile ?? values.profile ?? 'lenient',
      ...(roots === undefined ? {} : { roots }),
      ...(listingBudget === undefined ? {} : { listingBudget }),
      ...(synonyms === undefined ? {} : { synonyms }),
      ...(handOffs ? {} : { handOffs }),
      ...(rules === undefined ? {} : { rules }),
      ...(embedder.named === undefined ? {} : { embedder: embedder.named }),
    },
    maxIndexBytes: options.maxIndexBytes ?? values['max-index-bytes'] ?? null,
    openEmbedder: embedder.open,
    findings: [...findings, ...levels.findings],
    text: entry === undefined ? '' : text,
  };
}
