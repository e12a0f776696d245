import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { foldFolder } from '../../runtime/usage/fold/fold-folder.js';
import { toRecords } from '../../runtime/usage/fold/to-records.js';
import { tempFolder } from '../helpers/git-repo.js';
import type { BenchRow } from './row.js';

const EVENTS = 1_000_000;
const LOGS = 8;
const SKILLS = 500;
const QUERIES = 20_000;
const NOW = Date.UTC(2026, 10, 30, 12);

/** Counting a million events: some queries of some skills; then, which memory has to stand, each query another one. */
export async function benchUsageFold(): Promise<BenchRow[]> {
  return [
    ...(await foldRows('queries that come again', QUERIES)),
    ...(await foldRows('all queries different', EVENTS)),
  ];
}

async function foldRows(name: string, queries: number): Promise<BenchRow[]> {
  const temp = tempFolder();
  try {
    for (let log = 0; log < LOGS; log++) writeLog(temp.dir, log, queries);
    const started = performance.now();
    const { fold } = await foldFolder(temp.dir, NOW);
    const folded = performance.now();
    const options = { recorder: 'aaaaaaaaaaaaaaaa', folderOf: (skill: string) => skill };
    const { records } = await toRecords(fold, options);
    const made = performance.now();
    const what = `${fold.counts.events.toLocaleString('en')} events, ${name}`;
    const count = [...records.values()].reduce((sum, own) => sum + own.length, 0);
    return [
      { name: `fold ${what}`, median: folded - started, unit: 'ms', limit: 10_000, note: 'one run' },
      {
        name: `records of ${what}`,
        median: made - folded,
        unit: 'ms',
        note: `one run; ${count.toLocaleString('en')} records, their texts looked through`,
      },
      { name: `memory, ${what}`, median: process.resourceUsage().maxRSS / 1000, unit: 'MB', limit: 300 },
    ];
  } finally {
    temp.dispose();
  }
}

/** As a process writes it, in pieces. */
function writeLog(folder: string, log: number, queries: number): void {
  const name = `20261130T120000Z-${log}-aaaaaaaa`;
  const file = openSync(join(folder, `${name}.jsonl`), 'w');
  let lines: string[] = [];
  for (let i = 0; i < EVENTS / LOGS; i++) {
    lines.push(eventLine(`${name} ${i + 1}`, log * (EVENTS / LOGS) + i, queries));
    if (lines.length < 1000) continue;
    writeSync(file, lines.join(''));
    lines = [];
  }
  writeSync(file, lines.join(''));
  closeSync(file);
}

/** Half of them loads, a quarter of the others failures. */
function eventLine(id: string, i: number, queries: number): string {
  const query = (i * 7919) % queries;
  const skill = query % SKILLS;
  const digest = `sha256:${skill.toString(16).padStart(64, '0')}`;
  const head = { v: 1, id, at: '2026-11-30T10:00:00.000Z', commit: 'a'.repeat(40) };
  const of = { skill: `skills/group/skill-${skill}`, version: 3, digest };
  const outcome = {
    kind: 'outcome',
    query: `how do I deploy service ${query} to the staging cluster`,
    success: i % 8 !== 1,
    ...(i % 8 === 1 ? { reason: 'The skill is about another kind of cluster.' } : {}),
  };
  return `${JSON.stringify({ ...head, ...of, ...(i % 2 === 0 ? { kind: 'load' } : outcome) })}\n`;
}
