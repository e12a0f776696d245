// Saves proposals in a process of its own, from the compiled code. Its argument is JSON: `lib` (URL of the compiled
// code), `dir`, `saves` (commit requests, texts in place of bytes), `reader`, `lockWaitMs`; and what happens to it: `killAt`
// (SIGKILL inside the nth step that changes something) or `hangBefore` (before it gives a file of this name its value
// it says `hanging`, goes no further and lives on).
// Says one line of JSON for each save: what it gave, or the error's code.
import { chmod, link, mkdir, open, rename, rmdir, unlink, utimes } from 'node:fs/promises';
import process from 'node:process';

const { lib, dir, saves, reader, killAt = 0, hangBefore, lockWaitMs } = JSON.parse(process.argv[2]);
const { writeProposal } = await import(`${lib}runtime/propose/git/write-proposal.js`);
const { openRepository } = await import(`${lib}runtime/git/open.js`);

let steps = 0;
async function step(half, path) {
  steps++;
  if (steps === killAt) {
    await half?.();
    process.kill(process.pid, 'SIGKILL');
  }
  if (hangBefore === undefined || !path?.endsWith(hangBefore)) return;
  process.stdout.write('hanging\n');
  setInterval(() => {}, 1000);
  await new Promise(() => {});
}

const changing = { chmod, link, mkdir, rename, rmdir, unlink, utimes };
const wrapped = Object.entries(changing).map(([name, job]) => [
  name,
  async (...args) => {
    await step(undefined, name === 'rename' ? args[1] : undefined);
    return job(...args);
  },
]);
const fs = {
  ...Object.fromEntries(wrapped),
  open: async (path, flags, mode) => {
    if (flags !== 'r') await step();
    const handle = await open(path, flags, mode);
    return {
      writeFile: async (data) => {
        await step(() => handle.writeFile(data.subarray(0, data.length >> 1)));
        await handle.writeFile(data);
      },
      sync: () => handle.sync(),
      close: () => handle.close(),
    };
  },
};

const bytes = (text) => (text === null ? null : Buffer.from(text));
const repository = await openRepository(dir, { reader });
for (const save of saves) {
  const changes = save.changes.map((one) => ({
    ...one,
    before: bytes(one.before),
    after: bytes(one.after),
  }));
  const options = { fs, ...(lockWaitMs === undefined ? {} : { lockWaitMs }) };
  const result = await writeProposal(repository, { ...save, changes }, options).catch((error) => ({
    code: error.code,
    message: error.message,
  }));
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
process.stdout.write(`${steps}\n`);
await repository.close();
