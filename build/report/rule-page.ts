import type { Style } from '../../runtime/cli/style.js';
import { artifactStale } from '../../schema/build-kinds.js';
import { compareText, type FindingKind, type RulePage } from '../../schema/diagnostic.js';
import { policyKinds } from '../../schema/policy-kinds.js';
import { fixerOf } from '../check/fix/fixers.js';
import { isAlwaysFatal } from '../check/rule-settings.js';

/** The page of a kind for a terminal. */
export function rulePageLines(kind: FindingKind, style: Style): string[] {
  const { page } = kind;
  const lines = [`${style.bold(kind.code)}  ${style.dim(labels(kind))}`, ''];
  if (page === undefined) return [...lines, ...advice(kind)];
  lines.push(page.why);
  lines.push(...example('Wrong', page.wrong, style), ...example('Right', page.right, style), '');
  lines.push(...advice(kind));
  return lines;
}

function example(title: string, text: string, style: Style): string[] {
  if (text === '') return [];
  return ['', style.bold(`${title}:`), ...text.split('\n').map((line) => `    ${line}`.trimEnd())];
}

/** The page of a kind as Markdown. */
export function rulePageMarkdown(kind: FindingKind): string {
  const { code, page } = kind;
  const parts = [`## ${code}`, `*${labels(kind)}*`];
  if (page !== undefined) {
    parts.push(
      page.why,
      ...exampleMarkdown('Wrong', page.wrong, page),
      ...exampleMarkdown('Right', page.right, page),
    );
  }
  return `${[...parts, ...advice(kind)].join('\n\n')}\n`;
}

function exampleMarkdown(title: string, text: string, { language = 'markdown' }: RulePage): string[] {
  if (text === '') return [];
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${title}:`, `${fence}${language}\n${text}\n${fence}`];
}

function labels({ severity, tags = [], checkOnly }: FindingKind): string {
  return [
    severity === 'info' ? 'note' : severity,
    ...tags,
    ...(checkOnly === true ? ['check only'] : []),
  ].join(' · ');
}

function advice(kind: FindingKind): string[] {
  const { code, page } = kind;
  return [
    ...(page?.fix === undefined ? [] : [`To mend it: ${page.fix}`]),
    ...(fixerOf(code) === undefined ? [] : ['`skillgraft check --fix` mends it.']),
    waiving(kind),
    ...(page?.source === undefined ? [] : [`Source: ${page.source}`]),
  ];
}

function waiving(kind: FindingKind): string {
  const { code } = kind;
  if (isAlwaysFatal(kind)) return 'It cannot be waived or turned off.';
  const level = `\`"rules": {"${code}": "off"}\` in skillgraft.json`;
  if (!isWaivable(kind)) return `To turn it off: ${level}.`;
  return `To waive it: \`<!-- skillgraft-ignore ${code}: the reason -->\` above the place (in front matter \`# skillgraft-ignore …\`, for a whole file \`skillgraft-ignore-file …\`), or ${level}.`;
}

/** JSON has no comments, and what is found about waivers themselves cannot be waived. */
function isWaivable({ code, page }: FindingKind): boolean {
  return (
    page?.language !== 'json' && code !== artifactStale.code && !policyKinds.some((one) => one.code === code)
  );
}

/** The pages of all kinds in one file: a list of contents, then each page, by code. */
export function rulesMarkdown(kinds: readonly FindingKind[]): string {
  const sorted = [...kinds].sort((a, b) => compareText(a.code, b.code));
  const list = sorted.map((kind) => `- [${kind.code}](#${kind.code}): ${labels(kind)}`);
  const head = `# Rules\n\nWhat \`skillgraft check\` finds, ${sorted.length} kinds. \`skillgraft check --explain CODE\` prints one page. Made by \`npm run rules\`.\n`;
  return [head, `${list.join('\n')}\n`, ...sorted.map(rulePageMarkdown)].join('\n');
}

/** `link-missing` as a title. */
export function ruleTitle({ code }: FindingKind): string {
  const words = code.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
