import type { Style } from '../../runtime/cli/style.js';
import type { CheckReport } from '../check/types.js';
import { githubFormat } from './check-github.js';
import { gitlabFormat } from './check-gitlab.js';
import { jsonFormat } from './check-json.js';
import { textFormat } from './check-text.js';
import { sarifFormat } from './sarif.js';

/** What a format may be told. */
interface FormatOptions {
  readonly style: Style;
  /** Findings that are known are listed, too. */
  readonly all: boolean;
  /** What stands before each path, such as `sub/`; empty where paths are those of the repository. */
  readonly prefix: string;
}

/** A form of the report of a check. */
export interface CheckFormat {
  readonly name: 'text' | 'json' | 'github' | 'gitlab' | 'sarif';
  /** The whole report, its last line end included. For a person it may hold what a terminal has to be kept from. */
  render(report: CheckReport, options: FormatOptions): string;
}

/** Every format. A new one is one file and one line here. */
export const checkFormats: readonly CheckFormat[] = [
  textFormat,
  jsonFormat,
  githubFormat,
  gitlabFormat,
  sarifFormat,
];
