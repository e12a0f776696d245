import type { ChangelogRecord } from '../schema/changelog-trailers.js';
import type { SkillEntry } from '../schema/index.types.js';
import type {
  CommitInfo,
  LineageEdge,
  LineageSection,
  LineageStatus,
  SkillLineage,
  VersionDrift,
} from '../schema/lineage.js';

/** A version with what its commit says, for people and programs. */
export interface VersionView extends Omit<CommitInfo, 'changelogs'> {
  readonly version: number;
  readonly commit: string;
  readonly blob: string;
  /** What happened to the file: add, modify or rename; `action` is what the commit's trailers say. */
  readonly change: 'add' | 'modify' | 'rename';
  /** The skill's folder at that commit. */
  readonly path: string;
  /** Of a rename: the folder before. */
  readonly from?: string;
  /** What the commit's trailers say of this skill: the last one's where there are several. */
  readonly action?: string;
  readonly trigger?: string;
  readonly reason?: string;
  /** All that the commit's trailers say of this skill: several where proposals were squashed into one commit. */
  readonly changelogs?: readonly ChangelogRecord[];
  /** Where its number is not the one that its text or the commit's trailers state. */
  readonly drift?: VersionDrift;
}

/** What is known of a skill's past. */
export interface LineageAnswer {
  readonly status: LineageStatus;
  /** Why the history is not whole, or not there. */
  readonly reason: string | null;
  readonly path: string;
  readonly versions: readonly VersionView[];
  readonly formerly: readonly string[];
  /** ISO 8601; null where it is not known. */
  readonly created: string | null;
  readonly updated: string | null;
  /** True where older versions are missing. */
  readonly truncated: boolean;
  readonly edges: readonly LineageEdge[];
}

const NO_COMMIT: CommitInfo = { date: '', author: '', subject: '' };

/** Lineage by skill, over the artifact's section. */
export class LineageView {
  readonly section: LineageSection;
  /** Made when first asked for: opening an index stays as cheap as reading it. */
  #paths: ReadonlyMap<string, SkillLineage> | undefined;

  constructor(section: LineageSection) {
    this.section = section;
  }

  get #byPath(): ReadonlyMap<string, SkillLineage> {
    this.#paths ??= new Map(this.section.skills.map((skill) => [skill.path, skill]));
    return this.#paths;
  }

  /** Former folders of each skill that has some, by the folder that its history is kept under. */
  former(): Map<string, readonly string[]> {
    return new Map(
      this.section.skills.flatMap((skill) =>
        skill.formerly === undefined ? [] : [[skill.path, skill.formerly]],
      ),
    );
  }

  of(skill: SkillEntry): SkillLineage | undefined {
    return this.#byPath.get(historyFolder(skill));
  }

  /** Number of versions, or null where the first ones are not known. */
  version(skill: SkillEntry): number | null {
    const lineage = this.of(skill);
    if (lineage === undefined || lineage.truncated === true || lineage.versions.length === 0) return null;
    return lineage.versions.length;
  }

  answer(skill: SkillEntry): LineageAnswer {
    const lineage = this.of(skill);
    const formerly = lineage?.formerly ?? [];
    const folders = new Set([historyFolder(skill), ...formerly]);
    return {
      status: this.section.status,
      reason: this.section.reason ?? null,
      path: skill.path,
      versions: (lineage?.versions ?? []).map((version) => this.#versionView(historyFolder(skill), version)),
      formerly,
      created: lineage?.created ?? null,
      updated: lineage?.updated ?? null,
      truncated: lineage?.truncated ?? this.section.status !== 'full',
      edges: this.section.edges.filter((edge) => folders.has(edge.from) || folders.has(edge.to)),
    };
  }

  /** Oldest first: folders that it had, parents that it names, itself with its version. */
  chain(skill: SkillEntry): string[] {
    const lineage = this.of(skill);
    const parents = [...(skill.metadata.derivedFrom ?? []), ...(skill.metadata.mergedFrom ?? [])];
    const renames = (lineage?.versions ?? []).flatMap((version) =>
      version.from === undefined ? [] : [`${version.from}@${version.version - 1}`],
    );
    const version = this.version(skill);
    return [...parents, ...renames, version === null ? skill.path : `${skill.path}@${version}`];
  }

  #versionView(path: string, version: SkillLineage['versions'][number]): VersionView {
    const { changelogs: all = [], ...info } = this.section.commits[version.commit] ?? NO_COMMIT;
    const { action: change, changelogs: positions = [], ...rest } = version;
    const changelogs = positions.flatMap((position) => all[position] ?? []);
    const { action, trigger, reason } = changelogs.at(-1) ?? {};
    return {
      ...info,
      ...rest,
      change,
      path: version.path ?? path,
      ...(action === undefined ? {} : { action }),
      ...(trigger === undefined ? {} : { trigger }),
      ...(reason === undefined ? {} : { reason }),
      ...(changelogs.length === 0 ? {} : { changelogs }),
    };
  }
}

/** Folder that a skill's history is kept under: where a link leads, its own path otherwise. */
export function historyFolder(skill: SkillEntry): string {
  return skill.realPath ?? skill.path;
}

/** Folders of the skills that this one's description names as the ones for something else. */
export function handOffsOf({ path, edges }: LineageAnswer): string[] {
  return edges.filter(({ type, from }) => type === 'hands-off-to' && from === path).map(({ to }) => to);
}
