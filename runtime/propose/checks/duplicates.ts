import { posix } from 'node:path';
import { skillNearDuplicate } from '../../../schema/check-kinds.js';
import { finding } from '../../../schema/diagnostic.js';
import { parseSkill } from '../../../schema/skill/parse.js';
import { isLoadable } from '../../../schema/skill/validate.js';
import { THRESHOLD } from '../../duplicates.js';
import { embeddableText } from '../../embed/skill-text.js';
import type { Plan, SkillAction } from '../types.js';
import type { CheckReport, ProposalCheck } from './types.js';

/** Actions that add a skill beside others. */
const ADDING: ReadonlySet<SkillAction> = new Set<SkillAction>(['ARCHIVE', 'DERIVE']);
/** Skills that are named. */
const MOST = 5;
const NOTHING: CheckReport = { findings: [], notes: [] };

/** Warns where a new skill says much the same as one that is there. What it derives from is no duplicate. */
export const duplicates: ProposalCheck = {
  name: 'duplicates',
  async run({ plan, index, options }) {
    const file = `${plan.path}/SKILL.md`;
    const after = plan.changes.find(({ path }) => path === file)?.after ?? null;
    if (!ADDING.has(plan.changelog.action) || after === null) return NOTHING;
    const parsed = parseSkill(after, file);
    if (!isLoadable(parsed)) return NOTHING;
    if (index === null) {
      const message = 'Skills were not compared by meaning: there is no index.';
      return { findings: [], notes: [{ code: 'not-compared', message }] };
    }
    const text = embeddableText(parsed.document, posix.basename(plan.path), options.handOffs);
    const { near, notice } = await index.similar(text, THRESHOLD);
    const findings = near
      .filter(({ path, name }) => path !== plan.path && !isSource(plan, path, name))
      .slice(0, MOST)
      .map(({ path, cosine }) =>
        finding(
          skillNearDuplicate,
          file,
          { line: 1, column: 1 },
          { proposed: plan.path, near: path, cosine },
        ),
      );
    return { findings, notes: notice === null ? [] : [notice] };
  },
};

function isSource({ changelog }: Plan, path: string, name: string): boolean {
  return changelog.sources.some((source) => [path, name].includes(source.replace(/@\d+$/, '')));
}
