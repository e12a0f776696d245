import { SkillIndex } from '../skill-index.js';
import type { SkillLibrary } from '../skill-library.js';
import type { Notice } from '../types.js';
import { discoverable } from './discovery.js';

/** What a server says of itself where it can answer questions. */
export interface Readiness {
  readonly status: 'ready';
  readonly skills: number;
  /** What the skills are of; null: several indexes, or a folder without git. */
  readonly commit: string | null;
  /** `$digest` of the index that answers; null: several do. */
  readonly digest: string | null;
  readonly notices: readonly Notice[];
}

/** What is served now, and what is worth knowing about it. */
export function readiness(library: SkillLibrary, notices: readonly Notice[]): Readiness {
  const artifact = library instanceof SkillIndex ? library.artifact : null;
  return {
    status: 'ready',
    skills: library.skills.length,
    commit: artifact?.source.commit ?? null,
    digest: artifact?.$digest ?? null,
    notices: [...notices, ...(library.notices ?? []), ...undiscoverable(library)],
  };
}

function undiscoverable(library: SkillLibrary): Notice[] {
  const count = library.skills.length - discoverable(library).length;
  if (count === 0) return [];
  const message = `${count} of the skills are not in the discovery index: their names, descriptions or sizes are not what it takes, or their names are there already.`;
  return [{ code: 'discovery-omitted', message }];
}
