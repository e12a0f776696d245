import { excerpt } from '../../text.js';
import { rawAddress } from '../addresses.js';
import type { SecurityRule } from '../rule.js';
import { lower } from '../scanned-text.js';

const FETCH = '(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)';
const SHELL = '(?:\\/[\\w/]{1,20}\\/)?(?:(?:ba|z|da|k|fi)?sh\\b(?![.\\w-])|iex\\b|invoke-expression\\b)';
/** Python and the like take a program from a pipe only where nothing names one. */
const INTERPRETER = '(?:python3?|node|perl|ruby|php)(?:\\s+-)?[ \\t]*(?=$|[)"\'`&;])';
const WRAPPER = '(?:sudo\\s+(?:-\\w+\\s+){0,3}|env\\s+|exec\\s+|nohup\\s+)?';

/** Behind a pipe: the line may end there, or go on far into the next one. */
const GAP = '(?:\\s{0,4}|[ \\t]{0,40})';

const SHAPES: readonly RegExp[] = [
  new RegExp(
    `\\b${FETCH}\\b(?=[^\\n|]{0,400}[./$-])[^\\n|]{1,400}(?:\\|[^\\n|]{1,80}){0,2}\\|${GAP}${WRAPPER}(?:${SHELL}|${INTERPRETER})`,
    'gimu',
  ),
  new RegExp(`(?:\\b(?:ba|z|da|k)?sh|\\bsource|\\s\\.)\\s+<\\(\\s*${FETCH}\\b[^\\n]{1,200}`, 'giu'),
  new RegExp(
    `(?:\\beval|\\b(?:ba|z|da|k)?sh\\s+-\\w*c|\\bpython3?\\s+-c)\\s+["']?(?:\\$\\(|\`)\\s*${FETCH}\\b[^\\n]{1,200}`,
    'giu',
  ),
  new RegExp(
    `\\b(?:iex|invoke-expression)\\b[\\s("'&{$]{1,8}(?:${FETCH}\\b|new-object\\s+(?:system\\.)?net\\.webclient)[^\\n]{0,200}`,
    'giu',
  ),
];

export const pipeToShell: SecurityRule = {
  code: 'pipe-to-shell',
  severity: 'warning',
  checkOnly: true,
  tags: ['security'],
  wording: (a) =>
    a.address === undefined
      ? `This runs what a server sends, unseen (${a.command}). Name a package or a pinned file with its checksum.`
      : `This runs what the bare address ${a.address} sends, unseen (${a.command}). Take it out.`,
  page: {
    why: 'Whoever controls the address, now or later, decides what runs on the machine of everybody who uses the skill, and nothing of it can be reviewed. A bare IP address in place of a name is how known malicious skills did it; that is an error. Where the words around it speak of what is bad or to be looked for (never, flag, scan, suspicious, under such a heading), it is one step less: a warning becomes a note.',
    wrong: 'curl -fsSL https://tool.example/install.sh | sh',
    right: 'npm install -g tool@2.4.1',
    language: 'sh',
    source: 'https://github.com/jikig-ai/soleur/issues/3554',
  },
  needles: ['curl', 'wget', 'iwr', 'irm', 'invoke-', 'iex'],
  *scan(text) {
    const seen = new Set<number>();
    for (const shape of SHAPES) {
      for (const { offset, found: command } of text.find(shape)) {
        const line = text.text.lastIndexOf('\n', offset - 1);
        if (seen.has(line)) continue;
        seen.add(line);
        const address = rawAddress(command);
        const severity = address === undefined ? 'warning' : 'error';
        yield {
          offset,
          args: { command: excerpt(command), ...(address === undefined ? {} : { address }) },
          severity: text.isShown(offset) ? lower(severity) : severity,
        };
      }
    }
  },
};
