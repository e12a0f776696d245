import { type Finding, finding } from '../../schema/diagnostic.js';
import { descriptionOverlap } from '../../schema/skill/kinds/listing.js';
import { excerpt } from '../../schema/text.js';
import { openBuilt } from '../open-built.js';
import { findOverlaps } from '../overlap.js';
import { descriptionPlace } from './description-place.js';
import type { ExtraCheck } from './extra-checks.js';

/** Asks the index that was built whether each skill is found by its own description. */
export const descriptionsOverlap: ExtraCheck = {
  async find(built) {
    if (built.skills.length < 2) return [];
    const findings: Finding[] = [];
    for (const one of await findOverlaps(await openBuilt(built), built.skills)) {
      const { other, by, clauses, asked } = one;
      const { file, at } = await descriptionPlace(built, one.path);
      const share = { clauses: clauses.length, asked, clause: excerpt(clauses[0] ?? '') };
      const args = { other, by, ...(by === 'clauses' ? share : {}) };
      findings.push(finding(descriptionOverlap, file, at, args));
    }
    return findings;
  },
};
