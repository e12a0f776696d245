import { nameFault } from '../../../schema/skill/name.js';
import { invalid } from './errors.js';
import { PROPOSAL_LIMITS } from './limits.js';
import { oneLine } from './texts.js';

const PROBLEMS = {
  'upper-case': 'has an upper-case letter',
  character: 'has a character that is no letter, digit or hyphen',
  'leading-hyphen': 'starts with a hyphen',
  'trailing-hyphen': 'ends with a hyphen',
  'double-hyphen': 'has two hyphens in a row',
} as const;

/** Names that Windows keeps for devices, whatever extension follows. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d\u00b9\u00b2\u00b3])[ .]*(?:\..*)?$/iu;

/** Scripts whose letters pass for each other's. */
const ALIKE = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** True for a file or folder name that Windows takes for a device. */
export function isDeviceName(segment: string): boolean {
  return DEVICE.test(segment);
}

/**
 * The name of a new skill, which is its folder too: the specification's grammar, and nothing that a file system or a
 * reader may take for something else.
 *
 * @throws SkillgraftError `proposal-invalid`
 */
export function newName(value: unknown): string {
  const name = oneLine('name', value, PROPOSAL_LIMITS.name);
  if (name === '') throw invalid('name', 'is empty', 'Give a short name, such as fix-cors-errors.');
  const fault = nameFault(name, false);
  if (fault !== null) {
    const problem = `${PROBLEMS[fault.problem]} (${fault.character} at character ${fault.index})`;
    const hint = 'Use lower-case letters, digits and single hyphens between them';
    throw invalid('name', problem, fault.fix === undefined ? `${hint}.` : `${hint}, such as ${fault.fix}.`);
  }
  if (name !== name.normalize('NFKC'))
    throw invalid('name', 'has a character that is another form of a plain one', 'Write the plain letters.');
  if (isDeviceName(name))
    throw invalid('name', `is a device on Windows (${name})`, 'Add a word, such as use.');
  if (ALIKE.filter((script) => script.test(name)).length > 1)
    throw invalid('name', 'mixes scripts whose letters look alike', 'Write it in one script.');
  return name;
}
