import type { FindingKind } from './diagnostic.js';

/** What can be wrong with the settings, waivers and baseline that say which findings count. */
export const ruleUnknown: FindingKind = {
  code: 'rule-unknown',
  severity: 'error',
  tags: ['style'],
  wording: ({ code, near }) =>
    `There is no rule "${code}".${near === undefined ? '' : ` Did you mean "${near}"?`} RULES.md lists all of them.`,
  page: {
    why: 'A level for a rule that does not exist changes nothing, so that a misspelt one would leave the rule as it was.',
    wrong: '{ "rules": { "description-to-long": "error" } }',
    right: '{ "rules": { "description-too-long": "error" } }',
    language: 'json',
  },
};

export const ruleLevelUnknown: FindingKind = {
  code: 'rule-level-unknown',
  severity: 'error',
  tags: ['style'],
  wording: ({ code, given }) =>
    `The level of "${code}" cannot be ${given}. Give one of: error, warning, info, off.`,
  page: {
    why: 'Only these four levels are known; with any other the rule keeps its own.',
    wrong: '{ "rules": { "link-missing": "fatal" } }',
    right: '{ "rules": { "link-missing": "error" } }',
    language: 'json',
  },
};

export const ruleNotOptional: FindingKind = {
  code: 'rule-not-optional',
  severity: 'error',
  tags: ['style'],
  wording: ({ code }) =>
    `"${code}" cannot be lowered or turned off: such a file is not read, so that its skill would be lost without a word. Mend the file.`,
  page: {
    why: 'An error that keeps a skill out of the index must be seen. No setting hides it.',
    wrong: '{ "rules": { "frontmatter-missing": "off" } }',
    right: '{ "rules": {} }',
    language: 'json',
    fix: 'Mend the file, or keep it out of the `roots`.',
  },
};

export const rulesShape: FindingKind = {
  code: 'rules-shape',
  severity: 'error',
  tags: ['style'],
  wording: ({ what }) =>
    what === 'rules'
      ? 'The value of "rules" must be an object, such as {"link-missing": "error"}. It was left out.'
      : 'Each of the "overrides" must be an object, such as {"paths": ["skills/legacy/**"], "rules": {"link-missing": "info"}}. This one was left out.',
  page: {
    why: 'Levels that cannot be read are left out, and the rules keep their own.',
    wrong: '{ "overrides": [{ "paths": "skills/legacy/**" }] }',
    right: '{ "overrides": [{ "paths": ["skills/legacy/**"], "rules": { "link-missing": "info" } }] }',
    language: 'json',
  },
};

export const waiverUnknownRule: FindingKind = {
  code: 'waiver-unknown-rule',
  severity: 'warning',
  tags: ['style'],
  wording: ({ code, near }) => {
    if (code === '') return 'This waiver names no rule. Write "skillgraft-ignore rule-code: the reason".';
    return `This waiver names "${code}", which is no rule.${near === undefined ? '' : ` Did you mean "${near}"?`}`;
  },
  page: {
    why: 'A waiver of a rule that does not exist waives nothing.',
    wrong: '<!-- skillgraft-ignore link-mising: made by the build -->',
    right: '<!-- skillgraft-ignore link-missing: made by the build -->',
  },
};

export const waiverWithoutReason: FindingKind = {
  code: 'waiver-without-reason',
  severity: 'warning',
  tags: ['style'],
  wording: ({ code }) =>
    `This waiver of "${code}" gives no reason and does not count. Write the reason behind a colon.`,
  page: {
    why: 'Who reviews the skill, and who meets the waiver in a year, has to know why it is there.',
    wrong: '<!-- skillgraft-ignore link-missing -->',
    right: '<!-- skillgraft-ignore link-missing: the file is made by the build -->',
  },
};

export const waiverRefused: FindingKind = {
  code: 'waiver-refused',
  severity: 'warning',
  tags: ['style'],
  wording: ({ code }) =>
    `"${code}" cannot be waived: such a file is not read, so that its skill would be lost without a word. Mend the file, and take the waiver out.`,
  page: {
    why: 'An error that keeps a skill out of the index must be seen. No waiver hides it.',
    wrong: '# skillgraft-ignore description-missing: later\nname: my-skill',
    right: 'name: my-skill\ndescription: Says what it does, and when to use it.',
    language: 'yaml',
  },
};

export const waiverUnused: FindingKind = {
  code: 'waiver-unused',
  severity: 'warning',
  tags: ['style'],
  wording: ({ code }) =>
    `Nothing here has the finding "${code}", so that this waiver waives nothing. Take it out, or move it to the line above.`,
  page: {
    why: 'A waiver that is left behind would hide the next finding of its kind, which nobody has looked at.',
    wrong: '<!-- skillgraft-ignore link-missing: made by the build -->\nNo link stands here.',
    right: 'No link stands here.',
  },
};

export const baselineEntryGone: FindingKind = {
  code: 'baseline-entry-gone',
  severity: 'info',
  tags: ['style'],
  wording: ({ code, file, count }) =>
    `The baseline has "${code}" of ${file}${count === 1 ? '' : ` (${count} times)`}, which is not found any more. Write it anew with --update-baseline.`,
  page: {
    why: 'An entry that stays behind would let the same fault come back unseen.',
    wrong: '{ "code": "link-missing", "path": "skills/a/SKILL.md", "text": "…", "count": 1 }',
    right: '',
    language: 'json',
    fix: '`skillgraft check --update-baseline` writes the file as the findings are.',
  },
};

export const ruleLowered: FindingKind = {
  code: 'rule-lowered',
  severity: 'warning',
  tags: ['style'],
  wording: ({ code, from, to, file, count }) =>
    `This change takes the level of "${code}" from ${from} to ${to} for ${file}${count === 1 ? '' : ` and ${Number(count) - 1} more`}. Look whether that is meant.`,
  page: {
    why: 'A change that lowers a rule hides what the rule would say of the change itself. `check --since` reports it by the levels from before the change, and no waiver takes it away.',
    wrong: '{ "rules": { "link-missing": "off" } }',
    right: '{ "rules": { "link-missing": "error" } }',
    language: 'json',
    fix: 'Lower a rule in a change of its own. `"rule-lowered": "error"`, set on the main branch, has such a change fail.',
  },
};

export const profileLowered: FindingKind = {
  code: 'profile-lowered',
  severity: 'warning',
  tags: ['style'],
  wording: ({ from, to }) =>
    `This change judges skills by the profile "${to}" in place of "${from}". Look whether that is meant.`,
  page: {
    why: 'With a laxer profile, a change is not held to what held before it. `check --since` reports it by the levels from before the change.',
    wrong: '{ "profile": "lenient" }',
    right: '{ "profile": "spec" }',
    language: 'json',
  },
};

export const baselineGrown: FindingKind = {
  code: 'baseline-grown',
  severity: 'warning',
  tags: ['style'],
  wording: ({ code, file, count }) =>
    `This change adds ${count === 1 ? 'a finding' : `${count} findings`} to the baseline, ${count === 1 ? '' : 'the first of them '}"${code}" of ${file}. Look whether that is meant.`,
  page: {
    why: 'What the baseline holds fails no check, so that a change could take its own faults out of account. `check --since` reports it by the levels from before the change.',
    wrong: '{ "code": "link-missing", "path": "skills/a/SKILL.md", "text": "…", "count": 1 }',
    right: '',
    language: 'json',
    fix: 'Mend what was found, or take it into the baseline in a change of its own.',
  },
};

export const policyKinds: readonly FindingKind[] = [
  ruleUnknown,
  ruleLevelUnknown,
  ruleNotOptional,
  rulesShape,
  waiverUnknownRule,
  waiverWithoutReason,
  waiverRefused,
  waiverUnused,
  baselineEntryGone,
  ruleLowered,
  profileLowered,
  baselineGrown,
];
