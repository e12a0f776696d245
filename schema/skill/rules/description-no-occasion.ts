import type { Rule } from '../rule.js';

/** How descriptions say when a skill is for something, in the languages that are common among them. */
const OCCASION =
  /\b(?:when(?:ever)?|while|if|before|after|during|once|unless|until|trigger\w*|use\s+(?:this|it|for|to|in|at|on|with)|used\s+(?:for|to|when)|for\s+\w+ing|asks?|asked|mentions?|needs?|wants?|invoke\w*|activate\w*|load\s+this)\b|当|时|用于|适用|触发|需要|とき|場合|使用/iu;

export const descriptionNoOccasion: Rule = {
  code: 'description-no-occasion',
  severity: 'info',
  optional: true,
  tags: ['style'],
  wording: () => 'The description does not say when to use the skill. Add it: "Use when …".',
  page: {
    why: 'The specification asks for both: what the skill does, and when to use it. The occasion is what a request is compared with.',
    wrong: 'description: Writes commit messages by the conventional format.',
    right: 'description: Writes commit messages by the conventional format. Use when changes are committed.',
    language: 'yaml',
    source: 'https://agentskills.io/specification',
  },
  *check({ document, at }) {
    const { description, when_to_use: when } = document.frontmatter;
    if (typeof description !== 'string' || description.trim() === '') return;
    if (when === undefined && !OCCASION.test(description)) yield { at: at('description') };
  },
};
