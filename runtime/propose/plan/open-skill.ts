import { SkillgraftError } from '../../../schema/errors.js';
import { describe } from '../../../schema/messages.js';
import { readMetadata, type SkillReading } from '../../../schema/skill/metadata.js';
import { parseSkill } from '../../../schema/skill/parse.js';
import { findFences } from '../../../schema/skill/split.js';
import type { SkillDocument } from '../../../schema/skill/types.js';
import { decodeUtf8 } from '../../../schema/text.js';
import { folderName } from '../../catalog.js';
import type { BaseSkill } from '../types.js';
import { joinPath } from './paths.js';
import { shownText } from './texts.js';

/** A skill of the base as text, with its reading. */
export interface OpenSkill {
  readonly skill: BaseSkill;
  /** Path of its SKILL.md. */
  readonly file: string;
  /** Whole, with byte order mark and line ends as they are. */
  readonly text: string;
  readonly document: SkillDocument;
  readonly reading: SkillReading;
}

/** @throws SkillgraftError `skill-unreadable`, with the line to mend */
export function openSkill(skill: BaseSkill): OpenSkill {
  const file = joinPath(skill.path, 'SKILL.md');
  const bytes = skill.files.get(file)?.bytes ?? new Uint8Array();
  const { document, findings } = parseSkill(bytes, file);
  if (document === null) {
    const error = findings.find(({ severity }) => severity === 'error')!;
    throw new SkillgraftError(
      'skill-unreadable',
      `${file}:${error.line}:${error.column} cannot be read: ${shownText(describe(error), 500)}`,
      'Mend the file by hand first; `skillgraft check` names every fault.',
    );
  }
  const { text, bom } = decodeUtf8(bytes);
  const reading = readMetadata(document, folderName(skill.path));
  return { skill, file, text: bom ? `\ufeff${text}` : text, document, reading };
}

/** A SKILL.md in two, so that either part can change and the other keeps every byte. */
export interface TextParts {
  /** Byte order mark, front matter and both fences, and the blank lines behind them. */
  readonly head: string;
  readonly body: string;
  /** Line end of the front matter. */
  readonly eol: string;
}

/** Splits the text of a skill that could be read. */
export function splitText(text: string): TextParts {
  const bom = text.startsWith('\ufeff') ? 1 : 0;
  const start = bom + findFences(text.slice(bom))!.bodyStart;
  const eol = text.slice(0, start).includes('\r\n') ? '\r\n' : '\n';
  const fenced = text[start - 1] === '\n' ? text.slice(0, start) : text.slice(0, start) + eol;
  const rest = text.slice(start);
  if (rest.trim() === '') return { head: fenced + eol, body: '', eol };
  const blank = /^(?:[ \t]*\r?\n)*/u.exec(rest)![0];
  return { head: fenced + blank, body: rest.slice(blank.length), eol };
}
