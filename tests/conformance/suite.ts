import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Tools } from './tools.js';

/** What one scenario found: how often a requirement was met, and what was not. */
export interface ScenarioResult {
  readonly scenario: string;
  readonly met: number;
  /** Requirements that were not met, with the reason. */
  readonly unmet: readonly string[];
  /** Requirements that could not be looked at, as the server lacks a tool of the suite's. */
  readonly untestable: readonly string[];
  readonly warnings: readonly string[];
}

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
  readonly details?: { readonly untestable?: boolean; readonly message?: string };
}

/** What a run of the suite gave: its own verdict, and the results as it wrote them down. */
export interface SuiteRun {
  readonly code: number | null;
  readonly results: readonly ScenarioResult[];
}

/**
 * Runs the suite against a server. Its files are read, and not only its verdict: to it, a scenario without a single check
 * counts as passed.
 */
export async function runSuite(tools: Tools, url: string, args: readonly string[]): Promise<SuiteRun> {
  const folder = mkdtempSync(join(tmpdir(), 'skillgraft-conformance-'));
  try {
    const { code } = await tools.conformance(['server', '--url', `${url}/mcp`, ...args, '-o', folder]);
    return { code, results: readdirSync(folder).map((name) => readResult(folder, name)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A folder is named `server-<scenario>-<time>`. */
function readResult(folder: string, name: string): ScenarioResult {
  const checks = JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as Check[];
  const of = (status: Check['status']): Check[] => checks.filter((check) => check.status === status);
  const isUntestable = ({ details }: Check): boolean => details?.untestable === true;
  const said = ({ id, errorMessage, details }: Check): string =>
    `${id}: ${errorMessage ?? details?.message ?? 'no reason given'}`;
  const failures = of('FAILURE');
  return {
    scenario: name.replace(/^server-(.+)-\d{4}-\d\d-\d\dT.*$/u, '$1'),
    met: of('SUCCESS').length,
    unmet: failures.filter((check) => !isUntestable(check)).map(said),
    untestable: failures.filter(isUntestable).map(said),
    warnings: of('WARNING').map(said),
  };
}

/** The scenarios that a server has to pass for a revision of the protocol, as the suite froze them. */
export function scoredScenarios(modules: string, revision: string): string[] {
  const file = join(modules, `@modelcontextprotocol/conformance/requirements/${revision}.yaml`);
  return (parse(readFileSync(file, 'utf8')) as { server: string[] }).server;
}
