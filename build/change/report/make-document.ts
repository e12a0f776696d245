import type { ChangeReport, SkillChange } from '../types.js';
import { collectionSection } from './collection.js';
import {
  code,
  count,
  line,
  type Quote,
  type ReportDocument,
  type Section,
  type SectionMaker,
} from './document.js';
import { findingSection, gainSection } from './findings.js';
import { brokenSection, lineageSection } from './lineage.js';
import { takeoverSection } from './ranking.js';
import { referenceSection } from './references.js';
import { securitySection } from './security.js';
import { settingsSection } from './settings.js';
import { skillSections } from './skills.js';

/** The sections of a report, the one that matters most first; a report that is too long loses the last ones. */
const SECTIONS: readonly SectionMaker<ChangeReport>[] = [
  brokenSection,
  securitySection,
  takeoverSection,
  referenceSection,
  lineageSection,
  findingSection,
  settingsSection,
  collectionSection,
  skillSections,
  gainSection,
  noteSection,
];

/** Puts a report into words. */
export function makeDocument(report: ChangeReport): ReportDocument {
  const sections = SECTIONS.flatMap((make): readonly Section[] => {
    const made = make(report);
    return made === null ? [] : 'title' in made ? [made] : made;
  });
  return { summary: summaryOf(report, sections), sections };
}

function noteSection({ notes }: ChangeReport): Section | null {
  return notes.length === 0
    ? null
    : { title: ['Notes'], lines: [...new Set(notes)].map((note) => line(note)), open: true };
}

const KINDS: readonly SkillChange['kind'][] = [
  'added',
  'changed',
  'renamed',
  'moved',
  'removed',
  'broken',
  'mended',
];

/** `2 skills added, 1 changed; 3 things to look at first.` */
function summaryOf({ skills, base, head }: ChangeReport, sections: readonly Section[]): (string | Quote)[] {
  const kinds = KINDS.flatMap((kind) => {
    const number = skills.filter((skill) => skill.kind === kind).length;
    return number === 0 ? [] : [`${number} ${kind}`];
  });
  const moods = sections.flatMap(({ lines }) => lines.map(({ mood }) => mood));
  const grave = moods.filter((mood) => mood === 'bad').length;
  const worth = moods.filter((mood) => mood === 'warn').length;
  const from = code(base.commit?.slice(0, 12) ?? base.ref);
  const to = head.commit === null ? 'the work tree' : code(head.commit.slice(0, 12));
  const what = kinds.length === 0 ? 'No skill changed' : `Skills: ${kinds.join(', ')}`;
  const look =
    grave + worth === 0
      ? ''
      : `; ${[grave > 0 ? `${count(grave, 'problem')}` : '', worth > 0 ? `${worth} to look at` : ''].filter((part) => part !== '').join(', ')}`;
  return [`${what}${look} (`, from, ' to ', to, ')'];
}
