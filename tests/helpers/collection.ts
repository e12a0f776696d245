import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIndex } from '../../build/build-index.js';
import type { BuildOptions } from '../../build/options.js';
import { type Calibration, SIGNALS, type Signals } from '../../schema/calibration.js';
import type { Artifact } from '../../schema/index.types.js';
import { tempFolder } from './git-repo.js';

/** What a SKILL.md says, its name apart. */
export interface SampleSkill {
  readonly description: string;
  /** Further lines of its front matter. */
  readonly more?: string;
  readonly body?: string;
}

/** Builds the artifact of a folder of skills, given by their paths below `skills/`; it has no sidecars. */
export async function collection(
  skills: Readonly<Record<string, SampleSkill | string>>,
  { synonyms, ...options }: Partial<Omit<BuildOptions, 'synonyms'>> & { synonyms?: object } = {},
): Promise<Artifact> {
  const { dir, dispose } = tempFolder('skillgraft-collection-');
  try {
    mkdirSync(join(dir, 'skills'));
    for (const [path, skill] of Object.entries(skills)) {
      mkdirSync(join(dir, 'skills', path), { recursive: true });
      writeFileSync(join(dir, 'skills', path, 'SKILL.md'), textOf(path.split('/').at(-1)!, skill));
    }
    if (synonyms !== undefined) writeFileSync(join(dir, 'synonyms.json'), JSON.stringify(synonyms));
    const result = await buildIndex({ repo: dir, ...options });
    await result.close();
    return JSON.parse(Buffer.from(result.index).toString('latin1')) as Artifact;
  } finally {
    dispose();
  }
}

function textOf(name: string, skill: SampleSkill | string): string {
  const { description, more, body } = typeof skill === 'string' ? { description: skill } : skill;
  const lines = [`name: ${name}`, `description: ${description}`, ...(more === undefined ? [] : [more])];
  return `---\n${lines.join('\n')}\n---\n\n${body ?? 'Do the step.'}\n`;
}

/** The artifact with a gate of these weights and this threshold. */
export function gated(artifact: Artifact, threshold: number, weights: Partial<Signals> = {}): Artifact {
  const none = Object.fromEntries(SIGNALS.map((signal) => [signal, 0])) as unknown as Signals;
  const calibration: Calibration = {
    ...artifact.calibration,
    method: 'logistic',
    intercept: 0,
    weights: { ...none, ...weights },
    threshold,
    wordsAlone: null,
  };
  return { ...artifact, calibration };
}
