import { canonicalJson } from '../../schema/codec.js';
import { compareText } from '../../schema/diagnostic.js';
import { INDEX_FILE, isSidecar, SECTIONS, type SectionName, type Sections } from '../../schema/format.js';
import type { Artifact } from '../../schema/index.types.js';
import { addPostingBytes } from './posting-bytes.js';

/** What one section takes, in bytes. */
export interface SectionBytes {
  readonly name: SectionName | 'other';
  readonly bytes: number;
  /** The file that it stands in. */
  readonly file: string;
}

/** What one skill takes, in bytes; what it shares with others by its share. */
export interface SkillBytes {
  readonly path: string;
  /** Of the index: all below but `files`. */
  readonly index: number;
  readonly entry: number;
  readonly words: number;
  readonly vector: number;
  readonly lineage: number;
  /** Of its files beside the index. */
  readonly files: number;
}

/** What an artifact takes, in bytes. */
export interface IndexBytes {
  /** `index.json` and its sidecars: what a reader loads. */
  readonly index: number;
  /** All files of the skills, read when they are asked for. */
  readonly files: number;
  readonly sections: readonly SectionBytes[];
  /** The lexical section by field. */
  readonly fields: readonly { readonly name: string; readonly bytes: number }[];
  /** The largest ones in the index first. */
  readonly skills: readonly SkillBytes[];
}

/** Says what each part of an artifact takes. */
export function indexBytes(artifact: Artifact, sections: Sections): IndexBytes {
  const sizes = SECTIONS.filter((name) => artifact[name] !== undefined).map((name) =>
    sectionBytes(name, artifact, sections),
  );
  const main = canonicalJson(artifact).length + 1;
  const inMain = sizes.reduce((sum, { file, bytes }) => sum + (file === INDEX_FILE ? bytes : 0), 0);
  const sidecars = sizes.reduce((sum, { file, bytes }) => sum + (file === INDEX_FILE ? 0 : bytes), 0);
  const skills = skillBytes(sections);
  return {
    index: main + sidecars,
    files: skills.reduce((sum, { files }) => sum + files, 0),
    sections: [...sizes, { name: 'other' as const, bytes: main - inMain, file: INDEX_FILE }].sort(
      (a, b) => b.bytes - a.bytes || compareText(a.name, b.name),
    ),
    fields: Object.entries(sections.lexical.fields)
      .map(([name, field]) => ({ name, bytes: canonicalJson(field).length }))
      .sort((a, b) => b.bytes - a.bytes || compareText(a.name, b.name)),
    skills,
  };
}

function sectionBytes(name: SectionName, artifact: Artifact, sections: Sections): SectionBytes {
  const section = artifact[name];
  if (isSidecar(section)) return { name, bytes: section.size, file: section.$file };
  return { name, bytes: canonicalJson(sections[name]).length, file: INDEX_FILE };
}

function skillBytes({ skills, lexical, vectors, lineage }: Sections): SkillBytes[] {
  const words = new Float64Array(skills.length);
  for (const field of Object.values(lexical.fields)) addPostingBytes(field, words);
  const vector =
    vectors === null || skills.length === 0 ? 0 : Math.round(vectors.vectors.length / skills.length);
  const histories = new Map(lineage.skills.map((one) => [one.path, canonicalJson(one).length]));
  const all = skills.map((skill, i): SkillBytes => {
    const entry = canonicalJson(skill).length;
    const history = histories.get(skill.path) ?? 0;
    const own = Math.round(words[i]!);
    return {
      path: skill.path,
      index: entry + own + vector + history,
      entry,
      words: own,
      vector,
      lineage: history,
      files: skill.resources.reduce((sum, { size }) => sum + size, 0),
    };
  });
  return all.sort((a, b) => b.index - a.index || compareText(a.path, b.path));
}
