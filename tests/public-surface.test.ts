import { describe, expect, it } from 'vitest';
import * as build from '../build/index.js';
import * as runtime from '../runtime/index.js';
import * as schema from '../schema/index.js';

describe('what the package exports', () => {
  it('is what is promised, and nothing by accident', () => {
    expect(Object.keys(runtime).sort()).toEqual([
      'discover',
      'evolve',
      'inspectSkill',
      'listProposals',
      'loadStaticModel',
      'noEmbedder',
      'nodeMachine',
      'openIndex',
      'openRecorder',
      'openTransformers',
      'propose',
      'rebaseProposal',
      'residentRules',
    ]);
    expect(Object.keys(build).sort()).toEqual([
      'buildIndex',
      'checkArtifact',
      'checkSkills',
      'compareCommits',
      'publishArtifact',
    ]);
    expect(Object.keys(schema).sort()).toEqual([
      'ANALYZER',
      'DEFAULT_PROFILE',
      'FIELDS',
      'FORMAT',
      'INDEX_FILE',
      'SkillgraftError',
      'analyse',
      'canonicalJson',
      'compareFindings',
      'compareText',
      'describe',
      'editFrontmatter',
      'finding',
      'isLoadable',
      'parseSkill',
      'readMetadata',
      'validateSkill',
    ]);
  });
});
