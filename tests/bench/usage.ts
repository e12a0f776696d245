import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildIndex, publishArtifact } from '../../build/index.js';
import { openIndex } from '../../runtime/index.js';
import type { ToolContext } from '../../runtime/mcp/tool.js';
import { getSkill } from '../../runtime/mcp/tools/get-skill.js';
import { Recorder } from '../../runtime/usage/recorder.js';
import { corpusFolder } from '../helpers/corpus-folder.js';
import { against, inTurn } from './measure.js';
import type { BenchRow } from './row.js';

const RUNS = 21;
const SKILLS = 1_000;

/** get_skill that counts what it gives against get_skill that does not: every skill once in each run. */
export async function benchUsage(): Promise<BenchRow[]> {
  const folder = corpusFolder(SKILLS);
  if (folder === null) return [];
  const state = join(folder.dir, 'state');
  const recorder = new Recorder({ user: { env: { XDG_STATE_HOME: state } } });
  try {
    const out = join(folder.dir, 'dist');
    await publishArtifact(await buildIndex({ repo: folder.dir, out }), out);
    const library = await openIndex(out);
    const context = (usage: Recorder | null): ToolContext => ({
      library: async () => library,
      currentRepo: null,
      proposals: null,
      usage,
    });
    const all = (usage: Recorder | null) => async () => {
      for (const { path } of library.skills) await getSkill.run({ path }, context(usage));
    };
    const { ours, peer } = await inTurn(RUNS, all(recorder), all(null));
    const name = `get_skill with recording on, ${library.skills.length} calls`;
    return [against(name, ours, 'recording off', peer, { limit: 1.1 })];
  } finally {
    await recorder.close();
    rmSync(state, { recursive: true, force: true });
    folder.dispose();
  }
}
