import type { Json } from '../../../schema/skill/types.js';
import type { ChangeReport, HiddenCharacters, OutsideSkill, SkillChange } from '../types.js';
import {
  bad,
  code,
  codes,
  count,
  type Line,
  line,
  type Quote,
  type Section,
  text,
  warn,
} from './document.js';
import { findingLines, levelLines, switchedOffLines, waiverLines } from './finding-lines.js';
import { baselineLines, settingLines } from './settings.js';

/** The line on tools says what this finding says, and compares it with what was allowed before. */
const TOLD_WITH_TOOLS = 'allowed-tools-wide';

/** What a change lets agents do, or shows them, that it did not before. */
export function securitySection(report: ChangeReport): Section | null {
  const lines = [
    ...findingLines(report.findings.added.filter((one) => one.security && one.code !== TOLD_WITH_TOOLS)),
    ...waiverLines(report.findings.waived.filter(({ security }) => security)),
    ...switchedOffLines(report.findings.switchedOff.filter(({ security }) => security)),
    ...levelLines(report.levels.filter(({ security }) => security)),
    ...settingLines(report.settings.keys.filter(({ security }) => security)),
    ...baselineLines(report.settings.baseline.filter(({ security }) => security)),
    ...report.outside.map(outsideLine),
    ...report.skills.flatMap((skill) => [...hiddenLines(skill, report), ...toolLines(skill)]),
    ...report.skills.flatMap(invocationLines),
    ...report.skills.flatMap(programLines),
    ...report.skills.flatMap(hostLines),
  ];
  if (lines.length === 0) return null;
  const isOpen = lines.some(({ mood }) => mood !== undefined);
  return { title: ['Security and permissions'], lines: lines.sort(byMood), open: isOpen };
}

function outsideLine({ path, change }: OutsideSkill): Line {
  const says = change === 'added' ? 'New skill ' : 'Changed skill ';
  return warn(says, code(path), ', outside of the roots, but hosts read it: nothing of it is checked');
}

const MOODS = ['bad', 'warn', undefined, 'good'];

function byMood(a: Line, b: Line): number {
  return MOODS.indexOf(a.mood) - MOODS.indexOf(b.mood);
}

/** Lines of one file that are named. */
const MOST_PLACES = 8;

/** Hidden characters of a skill that no finding tells of: the settings of a repository can switch that rule off. */
export function untoldHidden({ hidden }: SkillChange, { findings }: ChangeReport): HiddenCharacters[] {
  const told = new Set(
    [...findings.added, ...findings.waived]
      .filter(({ security }) => security)
      .map((one) => `${one.path}:${one.line}`),
  );
  return hidden.filter(({ path, line: at }) => !told.has(`${path}:${at}`));
}

/** One line a file. */
function hiddenLines(skill: SkillChange, report: ChangeReport): Line[] {
  const byFile = new Map<string, HiddenCharacters[]>();
  for (const one of untoldHidden(skill, report)) byFile.set(one.path, [...(byFile.get(one.path) ?? []), one]);
  return [...byFile].map(([path, all]) => {
    const places = [...new Set(all.map((one) => String(one.line)))];
    const characters = all.flatMap((one) => one.characters);
    const spelt = all.flatMap(({ decoded }) => decoded ?? []).join(' ');
    const more = places.length > MOST_PLACES ? ', …' : '';
    return warn(
      code(path),
      ` has ${count(characters.length, 'character')} that a reader does not see (`,
      ...codes([...new Set(characters)]),
      `), on ${places.length === 1 ? 'line' : 'lines'} ${places.slice(0, MOST_PLACES).join(', ')}${more}`,
      ...(spelt === '' ? [] : ['; they spell ', text(spelt)]),
    );
  });
}

function toolLines({ path, kind, tools: { added, unrestricted, dangerous } }: SkillChange): Line[] {
  const says = isFresh(kind) ? 'comes with' : 'has gained';
  const others = isFresh(kind) ? [] : added.filter((tool) => ![...unrestricted, ...dangerous].includes(tool));
  const tools = code('allowed-tools');
  return [
    ...(unrestricted.length === 0
      ? []
      : [bad(code(path), ` ${says} `, tools, ' that let everything pass: ', ...codes(unrestricted))]),
    ...(dangerous.length === 0
      ? []
      : [
          bad(
            code(path),
            ` ${says} `,
            tools,
            ' that delete, run others or change rights unasked: ',
            ...codes(dangerous),
          ),
        ]),
    ...(others.length === 0 ? [] : [warn(code(path), ` ${says} `, tools, ': ', ...codes(others))]),
  ];
}

/** Of a skill that comes, its keys are told with it. */
function isFresh(kind: SkillChange['kind']): boolean {
  return kind === 'added' || kind === 'mended';
}

function invocationLines({ path, kind, invocation }: SkillChange): Line[] {
  if (isFresh(kind)) return [];
  return invocation.map(({ key, before, after }) => {
    const make = isTrue(before) && !isTrue(after) ? warn : line;
    return make(code(path), ': ', code(key), ' ', ...fromTo(before, after));
  });
}

function isTrue(value: Json): boolean {
  return value === true || value === 'true';
}

function fromTo(before: Json, after: Json): (string | Quote)[] {
  if (before === null) return ['is new and is ', code(JSON.stringify(after))];
  if (after === null) return ['was ', code(JSON.stringify(before)), ' and is gone'];
  return ['was ', code(JSON.stringify(before)), ' and is ', code(JSON.stringify(after))];
}

function programLines({ path: folder, files }: SkillChange): Line[] {
  return files.flatMap(({ path, change, script, size, executable }) => {
    if (!script || change === 'removed') return [];
    const file = code(folder === '.' ? path : `${folder}/${path}`);
    const mode = executable.after && !executable.before ? ', executable' : '';
    if (change === 'added') return [warn('New program ', file, `: ${size.after} bytes${mode}`)];
    return [
      warn(
        'Changed program ',
        file,
        `: ${size.before} → ${size.after} bytes${mode === '' ? '' : ', made executable'}`,
      ),
    ];
  });
}

function hostLines({ path, kind, links: { hosts }, requires }: SkillChange): Line[] {
  if (isFresh(kind)) return [];
  return [
    ...(hosts.length === 0
      ? []
      : [line(code(path), ` names ${count(hosts.length, 'host')} that it did not name: `, ...codes(hosts))]),
    ...(requires.length === 0 ? [] : [line(code(path), ' now requires ', ...codes(requires))]),
  ];
}
