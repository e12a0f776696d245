import { compareText } from '../../schema/diagnostic.js';
import { reviewOf } from './review.js';
import { isCurated, transitionsOf } from './transitions.js';
import { CURATE_THRESHOLDS, type CurateInput, type CurateThresholds, type Curation } from './types.js';

/**
 * Decides what should become of skills, and what people should look at. Pure: the same input gives the same bytes.
 * Nothing is ever deleted.
 */
export function decideCuration(
  input: CurateInput,
  thresholds: CurateThresholds = CURATE_THRESHOLDS,
): Curation {
  const { commit, today, watchedSince } = input;
  const skills = [...input.skills].sort((a, b) => compareText(a.path, b.path));
  const sorted = { ...input, skills };
  return {
    v: 1,
    commit,
    today,
    thresholds,
    skills: skills.length,
    agentSkills: skills.filter(isCurated).length,
    watchedSince,
    transitions: transitionsOf(sorted, thresholds),
    review: reviewOf(sorted, thresholds),
    notes: notesOf(sorted),
  };
}

function notesOf({ watchedSince, duplicates, skills }: CurateInput): string[] {
  const withoutHistory = skills.filter(({ changed }) => changed === null).length;
  return [
    watchedSince === null
      ? 'No use was ever recorded, so that no skill counts as unused. Record outcomes, and propose them with `skillgraft usage propose`.'
      : '',
    duplicates === null ? 'The index has no vectors, so that skills that overlap were not looked for.' : '',
    withoutHistory === 0
      ? ''
      : `Of ${withoutHistory} skills it is not known when they were changed; their status stays.`,
  ].filter((note) => note !== '');
}
