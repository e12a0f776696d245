import { nfc } from '../../../schema/text.js';
import { invalid } from './errors.js';
import { byteLength, PROPOSAL_LIMITS } from './limits.js';
import { isDeviceName } from './names.js';
import { isPlainLine, shownText } from './texts.js';

/** What is wrong with one segment of a path, as a check and its words; the first that holds is named. */
const FAULTS: readonly (readonly [(segment: string) => boolean, string])[] = [
  [(one) => one === '', 'is absolute, or has an empty part'],
  [(one) => one === '.' || one === '..', 'leads out of its place by . or ..'],
  [(one) => one.includes('\\'), 'has a backslash'],
  [(one) => !isPlainLine(one), 'has a character that cannot be seen'],
  [(one) => /[<>:"|?*]/u.test(one), 'has one of < > : " | ? *, which Windows does not take'],
  [(one) => /^\s|[\s.]$/u.test(one), 'has a part that starts with a blank, or ends with a blank or a dot'],
  [(one) => one !== nfc(one), 'is not in NFC'],
  [isDeviceName, 'has the name of a Windows device'],
  [isGitName, "has a name that is git's own (.git...)"],
  [(one) => one.toLowerCase() === 'node_modules', 'lies in node_modules, which is not read'],
  [(one) => byteLength(one) > PROPOSAL_LIMITS.segmentBytes, 'has a part that is too long'],
];

/**
 * Judges the path of a file below a skill's folder, as every file system and git itself have to take it.
 *
 * @throws SkillgraftError `proposal-invalid`
 */
export function checkFilePath(path: string): void {
  const shown = JSON.stringify(shownText(path, 120));
  const hint = `Give a path below the skill's folder, with /, such as references/example.md, each part of at most ${PROPOSAL_LIMITS.segmentBytes} bytes.`;
  if (!path.isWellFormed())
    throw invalid('files', `names ${shown}, which holds half of a surrogate pair`, hint);
  const segments = path.split('/');
  for (const [isFault, words] of FAULTS) {
    if (segments.some(isFault)) throw invalid('files', `names ${shown}, which ${words}`, hint);
  }
  if (byteLength(path) > PROPOSAL_LIMITS.pathBytes)
    throw invalid('files', `names ${shown}, which is too long`, hint);
  if (segments.at(-1)!.toLowerCase() !== 'skill.md') return;
  if (segments.length === 1) {
    const how = 'Give description, body or lesson instead: they change it.';
    throw invalid('files', `names ${shown}, which is the skill itself`, how);
  }
  throw invalid('files', `names ${shown}, which would be a skill of its own`, 'Save it as one with ARCHIVE.');
}

/**
 * `.git` as some file system may read it: other case, ignorable characters between, dots and blanks behind, its short
 * name on NTFS; and the files that steer git, which can hide a change from its reviewers.
 */
function isGitName(segment: string): boolean {
  const folded = segment.replace(/\p{Default_Ignorable_Code_Point}/gu, '').toLowerCase();
  return folded.startsWith('.git') || /^git~\d/u.test(folded);
}
