import { BaseLookup } from '../../../../runtime/propose/base-lookup.js';
import { checkRequest } from '../../../../runtime/propose/plan/check-request.js';
import { planProposal } from '../../../../runtime/propose/plan/plan-proposal.js';
import type { BaseFile, BaseSkill, Plan, PlanBase } from '../../../../runtime/propose/types.js';
import { compareText } from '../../../../schema/diagnostic.js';
import { SkillgraftError } from '../../../../schema/errors.js';
import { readMetadata } from '../../../../schema/skill/metadata.js';
import { parseSkill } from '../../../../schema/skill/parse.js';

const COMMIT = 'c'.repeat(40);

/** A base of these files: every folder with a SKILL.md is a skill at version 2. Paths in `links` are links. */
export function baseOf(
  files: Record<string, string | Uint8Array>,
  options: { readonly executable?: readonly string[]; readonly links?: readonly string[] } = {},
): PlanBase {
  const stored = new Map<string, BaseFile>();
  for (const [path, content] of Object.entries(files)) {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    stored.set(path, { mode: options.executable?.includes(path) ? '100755' : '100644', bytes });
  }
  const skills = [...stored.keys()]
    .filter((path) => path === 'SKILL.md' || path.endsWith('/SKILL.md'))
    .sort(compareText)
    .map((file) => skillOf(file, stored));
  const lookup = new BaseLookup(skills);
  return {
    commit: COMMIT,
    paths: new Set([...stored.keys(), ...(options.links ?? [])]),
    root: 'skills',
    find: (word) => lookup.find(word),
  };
}

function skillOf(file: string, stored: ReadonlyMap<string, BaseFile>): BaseSkill {
  const path = file === 'SKILL.md' ? '.' : file.slice(0, -'/SKILL.md'.length);
  const folder = path.slice(path.lastIndexOf('/') + 1);
  const { document } = parseSkill(stored.get(file)!.bytes, file);
  const commits = ['1'.repeat(40), '2'.repeat(40)];
  return {
    path,
    name: document === null ? folder : readMetadata(document, folder).name,
    version: 2,
    versionCommit: commits[1]!,
    commits,
    files: new Map([...stored].filter(([one]) => path === '.' || one.startsWith(`${path}/`))),
  };
}

/** Through the door and planned. */
export function plan(base: PlanBase, request: unknown): Plan {
  return planProposal(base, checkRequest(request));
}

/** The files that a plan leaves, by path: text, or null where one is taken away. */
export function textsOf(one: Plan): Record<string, string | null> {
  return Object.fromEntries(
    one.changes.map(({ path, after: bytes }) => [
      path,
      bytes === null ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
    ]),
  );
}

/** Code, message and hint of the SkillgraftError that a call throws; fails the test for every other outcome. */
export function refusal(call: () => unknown): { code: string; message: string; hint: string } {
  try {
    call();
  } catch (error) {
    if (!(error instanceof SkillgraftError)) throw error;
    if (error.hint === '') throw new Error('an error without a hint');
    return { code: error.code, message: error.message, hint: error.hint };
  }
  throw new Error('it was not refused');
}
