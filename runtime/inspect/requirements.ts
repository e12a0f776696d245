import type { SkillLibrary } from '../skill-library.js';
import { type Machine, REQUIREMENT_KINDS, type Requirement, type Requirements } from './types.js';
import type { Wanted } from './wanted.js';

/** Requirements that are looked for, of each kind: a text of thousands of names costs no more. */
const MOST_LOOKED_FOR = 100;

type Found = Pick<Requirement, 'present' | 'where'>;

const NOT_KNOWN: Found = { present: null };

/**
 * Says of each requirement whether it is there. Skills are looked for in the library; without a machine, nothing is
 * known of the rest.
 */
export async function checkRequirements(
  wanted: Wanted,
  library: SkillLibrary,
  machine: Machine | null,
): Promise<Requirements> {
  // A server may be known to a host whose configuration is not.
  const servers = wanted.mcp.length === 0 ? undefined : await machine?.mcpServers();
  const [bins, env, skills, mcp] = await Promise.all([
    check(wanted.bins, (names) => findProgram(names, machine)),
    check(wanted.env, (name) => (machine === null ? NOT_KNOWN : { present: machine.hasVariable(name) })),
    check(wanted.skills, (name) => findSkill(name, library)),
    check(wanted.mcp, (name) => {
      const where = servers?.get(name);
      return where === undefined ? NOT_KNOWN : { present: true, where };
    }),
  ]);
  return { bins, env, skills, mcp };
}

/** True where something is known not to be there. */
export function lacksSomething(requires: Requirements): boolean {
  return REQUIREMENT_KINDS.some((kind) => requires[kind].some(({ present }) => present === false));
}

async function check<Want extends string | readonly string[]>(
  wants: readonly Want[],
  find: (want: Want) => Found | Promise<Found>,
): Promise<Requirement[]> {
  return Promise.all(
    wants.map(async (want, index) => ({
      name: typeof want === 'string' ? want : want.join(' or '),
      ...(index < MOST_LOOKED_FOR ? await find(want) : NOT_KNOWN),
    })),
  );
}

async function findProgram(names: readonly string[], machine: Machine | null): Promise<Found> {
  const candidates = names.slice(0, MOST_LOOKED_FOR).filter(isProgramName);
  if (machine === null || candidates.length === 0) return NOT_KNOWN;
  for (const name of candidates) {
    const where = await machine.findProgram(name);
    if (where !== null) return { present: true, where };
  }
  return { present: false };
}

/** A bare name: nothing that leads out of the folders of the path. */
function isProgramName(name: string): boolean {
  return name !== '.' && name !== '..' && !/[/\\:\0]/.test(name);
}

function findSkill(name: string, library: SkillLibrary): Found {
  const found = library.find(name);
  if (found.kind === 'none') return { present: false };
  return { present: true, where: library.skills[found.document]!.path };
}
