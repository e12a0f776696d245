import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { nearest } from '../../runtime/nearest.js';
import { type Finding, type FindingArgs, type FindingKind, finding } from '../../schema/diagnostic.js';
import { ruleLevelUnknown, ruleNotOptional, rulesShape, ruleUnknown } from '../../schema/policy-kinds.js';
import { excerpt, positionIndex, toLf } from '../../schema/text.js';
import { allKinds, kindOf } from '../report/all-kinds.js';
import { LEVELS, type RuleLevel, type RuleLevels, type RuleSettings } from './rule-levels.js';

/** What `rules` and `overrides` of a settings file say. */
export interface ParsedRules {
  /** Absent where neither says anything. */
  readonly settings?: RuleSettings;
  readonly findings: readonly Finding[];
}

type Report = (kind: FindingKind, node: Node, args: FindingArgs) => void;

/**
 * Reads the levels of rules from the text of `skillgraft.json`. What is wrong is a finding, and that entry is left out;
 * a text that is no JSON says nothing here, since the settings' own reader reports it.
 */
export function parseRuleSettings(text: string, path: string): ParsedRules {
  const source = toLf(text.startsWith('\ufeff') ? text.slice(1) : text);
  const errors: ParseError[] = [];
  const root = parseTree(source, errors, { disallowComments: true });
  if (root?.type !== 'object' || errors.length > 0) return { findings: [] };
  const place = positionIndex(source);
  const findings: Finding[] = [];
  const report: Report = (kind, node, args) => {
    findings.push(finding(kind, path, place(node.offset), args));
  };
  const rules = readLevels(findNodeAtLocation(root, ['rules']), report);
  const overrides = readOverrides(findNodeAtLocation(root, ['overrides']), report);
  if (Object.keys(rules).length === 0 && overrides.length === 0) return { findings };
  return { settings: { rules, overrides }, findings };
}

function readLevels(node: Node | undefined, report: Report): RuleLevels {
  const levels: Record<string, RuleLevel> = Object.create(null);
  if (node === undefined) return levels;
  if (node.type !== 'object') {
    report(rulesShape, node, { what: 'rules' });
    return levels;
  }
  for (const { children = [] } of node.children ?? []) {
    const [key, value] = children;
    if (key === undefined || value === undefined) continue;
    const code = String(key.value);
    const level = readLevel(code, key, value, report);
    if (level !== null) levels[code] = level;
  }
  return levels;
}

function readLevel(code: string, key: Node, value: Node, report: Report): RuleLevel | null {
  const kind = kindOf(code);
  if (kind === undefined) {
    report(ruleUnknown, key, { code: excerpt(code), ...nearArgs(code) });
    return null;
  }
  const level = value.value as RuleLevel;
  if (value.type !== 'string' || !LEVELS.includes(level)) {
    report(ruleLevelUnknown, value, { code, given: excerpt(JSON.stringify(getNodeValue(value)), 60) });
    return null;
  }
  if (isAlwaysFatal(kind) && level !== 'error') {
    report(ruleNotOptional, key, { code });
    return null;
  }
  return level;
}

/** True for a kind whose findings always keep their file out of the index. */
export function isAlwaysFatal(kind: FindingKind): boolean {
  return kind.fatal === true && kind.severity === 'error';
}

/** The rule that a misspelt code may have meant, as an argument of a finding. */
export function nearArgs(code: string): { near?: string } {
  const [near] = nearest(
    code,
    allKinds.map((kind) => kind.code),
    1,
  );
  return near === undefined ? {} : { near };
}

function readOverrides(node: Node | undefined, report: Report): RuleSettings['overrides'] {
  if (node === undefined) return [];
  if (node.type !== 'array') {
    report(rulesShape, node, { what: 'overrides' });
    return [];
  }
  return (node.children ?? []).flatMap((one) => {
    const paths: unknown = one.type === 'object' ? getNodeValue(one).paths : undefined;
    const rules = one.type === 'object' ? findNodeAtLocation(one, ['rules']) : undefined;
    if (!isTextList(paths) || rules?.type !== 'object') {
      report(rulesShape, one, { what: 'overrides' });
      return [];
    }
    return [{ paths, rules: readLevels(rules, report) }];
  });
}

function isTextList(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && one !== '')
  );
}
