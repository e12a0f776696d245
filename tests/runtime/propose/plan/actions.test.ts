import { describe, expect, it } from 'vitest';
import { ACTIONS } from '../../../../runtime/propose/plan/actions.js';
import { SKILL_ACTIONS } from '../../../../runtime/propose/types.js';
import { parseSkill } from '../../../../schema/skill/parse.js';
import { validateSkill } from '../../../../schema/skill/validate.js';
import { baseOf, plan, refusal, textsOf } from './plan-base.js';

const PARENT = `---
name: parent
description: Does it.   # yes
license: MIT
metadata:
  tags: a, b
  status: deprecated
  deprecated-reason: old
  version: "4"
  pinned: "true"
---

# Parent

See [it](references/it.md).

## Lessons

- One.
`;
const OTHER = `---
name: other
description: Does the other.
license: MIT
tags:
  - b
  - c
triggers: when, then
---
# Other

Intro of other.

## Use

Use other.

## Lessons learned

- one
- Two.
`;
const FILES = {
  'README.md': 'r',
  'skills/parent/SKILL.md': PARENT,
  'skills/parent/references/it.md': 'it\n',
  'skills/parent/scripts/run': 'run\n',
  'skills/parent/inner/SKILL.md': '---\nname: inner\ndescription: D.\n---\n\nBody.\n',
  'skills/other/SKILL.md': OTHER,
  'skills/other/references/it.md': 'not it\n',
  'skills/other/references/more.md': 'more\n',
};
const base = baseOf(FILES, { executable: ['skills/parent/scripts/run'] });

it('every action has its planner', () => {
  expect(ACTIONS.map(({ action }) => action)).toEqual(SKILL_ACTIONS);
});

describe('ARCHIVE', () => {
  const request = {
    action: 'ARCHIVE',
    name: 'new-skill',
    description: 'Does: new things.',
    body: '# New (v1) (v2)\r\n\r\nDo it.',
    lesson: 'Learn.',
    skillType: 'workflow',
    tags: ['x', 'y', 'x'],
    repoName: 'web',
    ttlDays: 30,
    displayName: 'New skill',
    author: 'Ada <ada@example.org>',
    files: { 'scripts/x.sh': 'x' },
    reason: 'It was missing',
  };

  it('writes a file that profile spec takes without a finding', () => {
    const one = plan(base, request);
    expect(textsOf(one)).toEqual({
      'skills/new-skill/SKILL.md': `---
name: new-skill
description: "Does: new things."
metadata:
  display-name: New skill
  skill-type: WORKFLOW
  repo: web
  tags: x, y
  ttl-days: "30"
  author: Ada
---

# New (v2)

Do it.

## Lessons

- Learn.
`,
      'skills/new-skill/scripts/x.sh': 'x',
    });
    const path = 'skills/new-skill/SKILL.md';
    const { document, findings } = parseSkill(one.changes[0]!.after!, path);
    expect(findings).toEqual([]);
    expect(validateSkill({ path, folderName: 'new-skill', document: document!, profile: 'spec' })).toEqual(
      [],
    );
    expect(one).toMatchObject({
      path: 'skills/new-skill',
      base: base.commit,
      subject: 'Add new-skill: It was missing',
      changelog: {
        from: null,
        to: 'skills/new-skill@1',
        reason: 'It was missing',
        trigger: null,
        sources: [],
      },
    });
    expect(one.changes.map(({ mode, before }) => [mode, before])).toEqual([
      ['100644', null],
      ['100644', null],
    ]);
  });

  it('makes a body out of a lesson alone', () => {
    const one = plan(base, {
      action: 'archive',
      name: 'lone',
      description: 'D.',
      lesson: 'Learn.',
      repoName: 'global',
    });
    expect(textsOf(one)['skills/lone/SKILL.md']).toBe(
      '---\nname: lone\ndescription: D.\n---\n\n# lone\n\n## Lessons\n\n- Learn.\n',
    );
  });

  it('refuses what is there, by name, folder, or on a machine that does not tell cases apart', () => {
    const found = refusal(() => plan(base, { ...request, name: 'parent' }));
    expect(found.code).toBe('skill-exists');
    expect(found.hint).toMatch(/FIX of skills\/parent, or a DERIVE/u);
    const taken = baseOf({ 'skills/New-Skill/x.md': 'x' });
    expect(refusal(() => plan(taken, request)).code).toBe('path-collision');
    const decomposed = baseOf({ [`skills/${'n\u00e9'.normalize('NFD')}/x.md`]: 'x' });
    expect(refusal(() => plan(decomposed, { ...request, name: 'n\u00e9' })).code).toBe('path-collision');
    const link = baseOf({ 'README.md': 'r' }, { links: ['skills'] });
    expect(refusal(() => plan(link, request)).code).toBe('path-collision');
    const renamed = baseOf({ 'skills/x/SKILL.md': PARENT.replace('name: parent', 'name: new-skill') });
    expect(refusal(() => plan(renamed, request)).code).toBe('skill-exists');
  });
});

describe('DERIVE', () => {
  it('copies the files with their modes, takes the life of the parent away, and names it', () => {
    const one = plan(base, {
      action: 'DERIVE',
      name: 'child',
      targetSkillName: 'parent',
      description: 'Does it for x.',
      lesson: 'Two.',
      files: { 'references/it.md': null, 'references/x.md': 'x\n' },
      baseVersion: '2',
    });
    expect(textsOf(one)).toEqual({
      'skills/child/SKILL.md': `---
name: child
description: Does it for x.   # yes
license: MIT
metadata:
  tags: a, b
  derived-from: parent
---

# Parent

See [it](references/it.md).

## Lessons

- One.
- Two.
`,
      'skills/child/references/x.md': 'x\n',
      'skills/child/scripts/run': 'run\n',
    });
    expect(one.changes.map(({ mode }) => mode)).toEqual(['100644', '100644', '100755']);
    expect(one.subject).toBe('Derive child from parent');
    expect(one.changelog).toMatchObject({ from: null, to: 'skills/child@1', sources: ['skills/parent@2'] });
  });

  it('takes a body as it is given, and says what it leaves out', () => {
    const one = plan(base, {
      action: 'DERIVE',
      name: 'child',
      targetSkillName: 'parent',
      description: 'D.',
      body: '# Child\n\nNew.\n',
    });
    expect(textsOf(one)['skills/child/SKILL.md']!.split('---\n\n')[1]).toBe('# Child\n\nNew.\n');
    expect(one.notes).toEqual(['Dropped sections that the new body does not have: "Lessons".']);
  });

  it('names the parent by its path where its name is not its alone', () => {
    const twice = baseOf({ ...FILES, 'skills/x/parent/SKILL.md': PARENT });
    const request = { action: 'DERIVE', name: 'child', description: 'D.' };
    expect(refusal(() => plan(twice, { ...request, targetSkillName: 'parent' })).message).toContain(
      'skills/parent, skills/x/parent',
    );
    const one = plan(twice, { ...request, targetSkillName: 'skills/x/parent' });
    expect(textsOf(one)['skills/child/SKILL.md']).toContain('derived-from: skills/x/parent\n');
  });
});

describe('MERGE', () => {
  const request = {
    action: 'MERGE',
    name: 'both',
    description: 'Does both.',
    sourceSkillNames: ['parent', 'skills/other'],
  };

  it('unites text, lessons, tags and files in a new skill, and archives the sources', () => {
    const one = plan(base, { ...request, tags: ['d'], lesson: 'Three.' });
    const texts = textsOf(one);
    expect(texts).toEqual({
      'skills/both/SKILL.md': `---
name: both
description: Does both.
license: MIT
metadata:
  tags: a, b, c, d
  triggers: when, then
  merged-from: parent, other
---

# Parent

See [it](references/it.md).

Intro of other.

## Use

Use other.

## Lessons

- One.
- Two.
- Three.
`,
      'skills/both/references/it.md': 'it\n',
      'skills/both/references/more.md': 'more\n',
      'skills/both/scripts/run': 'run\n',
      'skills/other/SKILL.md': OTHER.replace(
        'triggers: when, then\n',
        'triggers: when, then\nmetadata:\n  status: archived\n  superseded-by: both\n',
      ),
      'skills/parent/SKILL.md': PARENT.replace('status: deprecated', 'status: archived').replace(
        '  pinned: "true"\n',
        '  pinned: "true"\n  superseded-by: both\n',
      ),
    });
    expect(one.notes).toEqual([
      'references/it.md differs between parent and other; that of parent was taken.',
    ]);
    expect(one.subject).toBe('Merge parent, other into both');
    expect(one.changelog).toMatchObject({
      from: null,
      to: 'skills/both@1',
      sources: ['skills/parent@2', 'skills/other@2'],
    });
  });

  it('takes a given body with the lessons of all', () => {
    const body = '# Both\n\n## Lessons\n\n- Two.\n- Zero.\n';
    const one = plan(base, { ...request, body });
    expect(textsOf(one)['skills/both/SKILL.md']!.split('---\n\n')[1]).toBe(
      '# Both\n\n## Lessons\n\n- Two.\n- One.\n- Zero.\n',
    );
  });

  it('lets one source take the others in', () => {
    const one = plan(base, { ...request, name: 'skills/other', description: undefined, baseVersion: '2' });
    const texts = textsOf(one);
    expect(Object.keys(texts)).toEqual([
      'skills/other/SKILL.md',
      'skills/other/scripts/run',
      'skills/parent/SKILL.md',
    ]);
    expect(texts['skills/other/SKILL.md']).toBe(`---
name: other
description: Does the other.
license: MIT
tags:
  - b
  - c
  - a
triggers: when, then
metadata:
  merged-from: parent
---
# Other

Intro of other.

See [it](references/it.md).

## Use

Use other.

## Lessons learned

- one
- Two.
`);
    expect(texts['skills/parent/SKILL.md']).toContain('superseded-by: other\n');
    expect(one.changelog).toMatchObject({
      name: 'other',
      from: 'skills/other@2',
      to: 'skills/other@3',
      sources: ['skills/parent@2'],
    });
  });

  it('brings every list of lessons under one heading', () => {
    const many = baseOf({
      'skills/a/SKILL.md':
        '---\nname: a\ndescription: D.\n---\n\n# A\n\n## Use\n\n### Lessons\n\n- One.\n\n## Try\n\n### 教训\n\n- Three.\n- one\n',
      'skills/b/SKILL.md': '---\nname: b\ndescription: D.\n---\n\nText.\n\n## Learnings\n\n- Two.\n',
    });
    const one = plan(many, { ...request, sourceSkillNames: ['a', 'b'] });
    const body = textsOf(one)['skills/both/SKILL.md']!;
    expect(body.match(/^#+ .*/gmu)).toEqual(['# A', '## Use', '### Lessons', '## Try']);
    expect(body.match(/^- .*/gmu)).toEqual(['- One.', '- Three.', '- Two.']);
  });

  it('refuses one source, a name that is taken, and a new skill without a description', () => {
    expect(
      refusal(() => plan(base, { ...request, sourceSkillNames: ['parent', 'skills/parent'] })).message,
    ).toContain('source_skill_names');
    expect(refusal(() => plan(base, { ...request, name: 'inner' })).code).toBe('skill-exists');
    expect(refusal(() => plan(base, { ...request, description: '' })).message).toContain('description');
    expect(refusal(() => plan(base, { ...request, baseVersion: '2' })).message).toContain('base_version');
    expect(refusal(() => plan(base, { ...request, sourceSkillNames: ['parent', 'gone'] })).code).toBe(
      'skill-unknown',
    );
  });
});

describe('what maintainers do', () => {
  it('DEPRECATE, RESTORE and EXTEND set their keys', () => {
    const one = plan(base, { action: 'DEPRECATE', name: 'other', reason: 'Use: parent' });
    expect(textsOf(one)['skills/other/SKILL.md']).toBe(
      OTHER.replace(
        'when, then\n',
        'when, then\nmetadata:\n  status: deprecated\n  deprecated-reason: "Use: parent"\n',
      ),
    );
    expect(one.subject).toBe('Deprecate other: Use: parent');
    const restored = plan(base, { action: 'RESTORE', targetSkillName: 'parent' });
    expect(textsOf(restored)['skills/parent/SKILL.md']).toBe(
      PARENT.replace('  status: deprecated\n  deprecated-reason: old\n', ''),
    );
    expect(restored.changelog).toMatchObject({ from: 'skills/parent@2', to: 'skills/parent@3' });
    const extended = plan(base, { action: 'EXTEND', name: 'other', ttlDays: 90 });
    expect(textsOf(extended)['skills/other/SKILL.md']).toContain('metadata:\n  ttl-days: "90"\n');
    expect(extended.subject).toBe('Extend other to 90 days');
  });

  it('says where nothing is left to do', () => {
    expect(refusal(() => plan(base, { action: 'RESTORE', name: 'other' })).code).toBe('nothing-to-change');
    expect(refusal(() => plan(base, { action: 'DEPRECATE', name: 'parent', reason: 'old' })).code).toBe(
      'nothing-to-change',
    );
  });

  it('REMOVE takes all files but those of skills inside', () => {
    const one = plan(base, { action: 'REMOVE', name: 'parent', reason: 'Gone.' });
    expect(textsOf(one)).toEqual({
      'skills/parent/SKILL.md': null,
      'skills/parent/references/it.md': null,
      'skills/parent/scripts/run': null,
    });
    expect(one.changes[2]!.mode).toBe('100755');
    expect(one.changelog).toMatchObject({ from: 'skills/parent@2', to: null });
  });

  it('a skill that is not there is refused with the nearest name', () => {
    const found = refusal(() => plan(base, { action: 'REMOVE', name: 'parnet' }));
    expect(found).toMatchObject({ code: 'skill-unknown', hint: 'Did you mean parent?' });
  });

  it('two words for two skills are refused', () => {
    const request = { action: 'REMOVE', targetSkillName: 'skills/parent' };
    expect(plan(base, { ...request, name: 'parent' }).path).toBe('skills/parent');
    expect(refusal(() => plan(base, { ...request, name: 'other' })).code).toBe('proposal-invalid');
  });
});
