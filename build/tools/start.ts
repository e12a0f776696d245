import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What `npm start` does in a clone: indexes this repository's own skills, searches them, says how to go on. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CLI = fileURLToPath(new URL('../../cli.js', import.meta.url));
const QUERY = 'write a skill that others find';

const CONNECT = `
Connect an MCP client that starts servers over stdio, with this in its settings:

${JSON.stringify(
  { mcpServers: { skills: { command: 'node', args: [CLI, 'serve', '--index', `${ROOT}dist`] } } },
  null,
  2,
)}

Then: node lib/cli.js --help (here it is "node lib/cli.js" wherever a text says "skillgraft")`;

function skillgraft(...args: string[]): boolean {
  console.log(`\n$ node lib/cli.js ${args.map((arg) => (arg.includes(' ') ? `"${arg}"` : arg)).join(' ')}`);
  return spawnSync(process.execPath, [CLI, ...args], { cwd: ROOT, stdio: 'inherit' }).status === 0;
}

if (skillgraft('build') && skillgraft('search', QUERY, '--limit', '3')) console.log(CONNECT);
else process.exitCode = 1;
