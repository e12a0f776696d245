import {
  compareFindings,
  type Finding,
  type FindingArgs,
  type FindingKind,
  finding,
  type Position,
} from '../diagnostic.js';
import {
  codePointName,
  decodeUtf8,
  hasLoneSurrogate,
  positionAt,
  positionIndex,
  type TextProblem,
  toLf,
} from '../text.js';
import { readFrontmatter } from './frontmatter.js';
import {
  byteOrderMark,
  encodingInvalid,
  encodingNul,
  encodingSurrogate,
  encodingUtf16,
} from './kinds/read.js';
import { yamlControlCharacter } from './kinds/yaml.js';
import { readLeniently } from './lenient.js';
import { readPlainFrontmatter } from './plain-frontmatter.js';
import { splitSkill } from './split.js';
import type { KeyPosition, ParsedSkill, SkillDocument } from './types.js';

const TEXT_KINDS: Readonly<Record<TextProblem['kind'], FindingKind>> = {
  'utf-16': encodingUtf16,
  nul: encodingNul,
  'invalid-utf-8': encodingInvalid,
};

/**
 * Reads a SKILL.md, from bytes or from decoded text. Never throws: where no document can be read it is null and an
 * error finding says why. Reading is lenient (`validateSkill` judges), except that anchors, aliases, tags and
 * duplicate keys are errors, since hosts disagree on what they mean.
 */
export function parseSkill(source: Uint8Array | string, path: string): ParsedSkill {
  const { text, bom, problem } = typeof source === 'string' ? fromString(source) : decodeUtf8(source);
  const findings: Finding[] = [];
  if (bom) findings.push(finding(byteOrderMark, path, { line: 1, column: 1 }, {}, { fix: '' }));
  if (problem) {
    findings.push(finding(TEXT_KINDS[problem.kind], path, problem));
    return { document: null, findings };
  }
  const lf = toLf(text);
  if (typeof source === 'string' && hasLoneSurrogate(lf)) {
    findings.push(finding(encodingSurrogate, path, positionAt(lf, lf.search(/\p{Surrogate}/u))));
    return { document: null, findings };
  }
  const split = splitSkill(lf, path);
  findings.push(...split.findings);
  const document = split.parts && readDocument(split.parts, path, findings);
  return { document, findings: findings.sort(compareFindings) };
}

function fromString(source: string): { text: string; bom: boolean; problem?: TextProblem } {
  const bom = source.startsWith('\ufeff');
  const text = bom ? source.slice(1) : source;
  const nul = text.indexOf('\0');
  return nul < 0
    ? { text, bom }
    : { text, bom, problem: { kind: 'nul', ...positionAt(toLf(text.slice(0, nul)), nul) } };
}

/** What YAML 1.2 does not count as printable (production 1), as far as it can stand here. */
const CONTROL = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/u;

type Parts = { readonly block: string; readonly body: string; readonly bodyLine: number };

function readDocument(parts: Parts, path: string, findings: Finding[]): SkillDocument | null {
  const plain = readPlainFrontmatter(parts.block);
  if (plain !== null) return { ...plain, body: parts.body, bodyLine: parts.bodyLine };
  const { block, result, faults } = readLeniently(parts.block);
  const control = parts.block.search(CONTROL);
  if (control >= 0) {
    const args = { character: codePointName(parts.block[control]!) };
    findings.push(finding(yamlControlCharacter, path, inFile(positionAt(parts.block, control)), args));
  }
  const place = positionIndex(block);
  const at = (offset: number): Position => inFile(place(offset));
  for (const one of faults)
    findings.push(finding(one.kind, path, inFile(one.at), one.args, { fix: one.fix }));
  if (result.fault) {
    findings.push(finding(result.fault.kind, path, at(result.fault.offset), result.fault.args));
    return null;
  }
  const positions = new Map<string, KeyPosition>();
  const found: Finding[] = [];
  const report = (kind: FindingKind, offset: number, args: FindingArgs, fix?: string): void => {
    found.push(finding(kind, path, at(offset), args, { fix }));
  };
  const frontmatter = readFrontmatter(result.root, { positions, report, at, block });
  findings.push(...found);
  if (found.some((one) => one.severity === 'error')) return null;
  return { frontmatter, positions, body: parts.body, bodyLine: parts.bodyLine };
}

/** The block starts on line 2 of the file. */
function inFile(position: Position): Position {
  return { line: position.line + 1, column: position.column };
}
