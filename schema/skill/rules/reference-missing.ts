import { excerpt, positionIndex } from '../../text.js';
import type { RepositoryFiles, Rule } from '../rule.js';

/** A path in a code span that names a file in one of the folders which the specification gives to a skill. */
const PATH =
  /`(?:\.\/|\$\{?CLAUDE_SKILL_DIR\}?\/|\{baseDir\}\/)?((?:scripts|references|assets)\/[\w./-]{1,200}\.[a-z][a-z0-9]{0,5})`/giu;
/** Lines that tell of files that are to be made, or that show what somebody else's skill could look like. */
const ELSEWHERE =
  /\b(?:creat\w*|writ\w*|generat\w*|sav\w*|add\w*|output\w*|produc\w*|emit\w*|e\.g|for example|example\w*|such as|like|could|would|might|optional\w*|if\b.{0,40}\bexists?|your|target|project'?s?|new)\b|创建|生成|例如/iu;

/** What stands for any file. */
const GENERIC =
  /\/(?:file(?:name)?|guide|example|sample|name|foo|bar|script|template|your-?\w*|my-?\w*|x+)\.\w+$/iu;

export const referenceMissing: Rule = {
  code: 'reference-missing',
  severity: 'warning',
  tags: ['links'],
  wording: (a) =>
    a.like === undefined
      ? `The text names the file ${a.file}, which does not exist. Mend the path, or add the file.`
      : `The text names the file ${a.file}, which does not exist; ${a.like} does. Mend the path.`,
  page: {
    why: 'An agent that is told to read or run a file that is not there fails, or makes one up.',
    wrong: 'Run `scripts/extract-form.py` on the file.',
    right: 'Run `scripts/extract_form.py` on the file.',
    source: 'https://github.com/spboyer/waza/issues/406',
  },
  *check({ document, files, path }) {
    if (files === undefined || !document.body.includes('/')) return;
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const { body, bodyLine } = document;
    const seen = new Set<string>();
    let place: ReturnType<typeof positionIndex> | undefined;
    for (const { index, 1: file } of body.matchAll(PATH)) {
      if (seen.has(file!) || GENERIC.test(file!) || isThere(files, folder, file!)) continue;
      const start = body.lastIndexOf('\n', index) + 1;
      const end = body.indexOf('\n', index);
      if (ELSEWHERE.test(body.slice(start, end < 0 ? undefined : end))) continue;
      seen.add(file!);
      place ??= positionIndex(body);
      const { line, column } = place(index);
      const like = files.likeOf?.(folder + file!);
      const args = { file: excerpt(file!), ...(like === undefined ? {} : { like }) };
      yield { at: { line: bodyLine + line - 1, column: column + 1 }, args };
    }
  },
};

/** In the skill's folder, or in one above it. Where the skill has no such folder at all, the path is somebody else's. */
function isThere(files: RepositoryFiles, folder: string, file: string): boolean {
  if (files.kindOf(`${folder}${file.slice(0, file.indexOf('/'))}`) !== 'folder') return true;
  for (let at = folder; ; at = at.slice(0, at.lastIndexOf('/', at.length - 2) + 1)) {
    if (files.kindOf(at + file) !== undefined) return true;
    if (at === '') return false;
  }
}
