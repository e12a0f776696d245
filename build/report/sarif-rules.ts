import type { FindingKind, Severity } from '../../schema/diagnostic.js';
import { kindOf } from './all-kinds.js';
import { rulePageMarkdown, ruleTitle } from './rule-page.js';

/** What the whole grammar is about, for kinds whose page names no source of its own. */
const SPECIFICATION = 'https://agentskills.io/specification';

/** Tags that code scanning shows of a rule; it takes 20. */
const TAGS_SHOWN = 10;

export const SARIF_LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
};

/** How severe code scanning shows a security rule: a number as CVSS has them. */
const SECURITY_SEVERITY: Readonly<Record<Severity, string>> = { error: '8.0', warning: '5.0', info: '2.0' };

/** A rule as `reportingDescriptor` (SARIF 2.1.0, section 3.49), with what code scanning reads of it. */
export function sarifRule(code: string): object {
  const kind = kindOf(code) ?? { code, severity: 'warning' as const, wording: () => code };
  const title = ruleTitle(kind);
  const why = kind.page?.why ?? title;
  const markdown = rulePageMarkdown(kind);
  return {
    id: code,
    name: pascalCase(code),
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: `${title}. ${why} See \`skillgraft check --explain ${code}\`.`, markdown },
    helpUri: helpUri(kind),
    defaultConfiguration: { level: SARIF_LEVELS[kind.severity] },
    properties: propertiesOf(kind),
  };
}

function pascalCase(code: string): string {
  return code.replace(/(?:^|-)(\w)/gu, (_, letter: string) => letter.toUpperCase());
}

function helpUri({ page }: FindingKind): string {
  const source = page?.source;
  return source !== undefined && URL.canParse(source) ? source : SPECIFICATION;
}

function propertiesOf({ tags = [], severity }: FindingKind): object {
  const security = tags.includes('security') ? { 'security-severity': SECURITY_SEVERITY[severity] } : {};
  return {
    tags: tags.slice(0, TAGS_SHOWN),
    precision: 'high',
    'problem.severity': problemSeverity(severity),
    ...security,
  };
}

function problemSeverity(severity: Severity): string {
  return severity === 'info' ? 'recommendation' : severity;
}
