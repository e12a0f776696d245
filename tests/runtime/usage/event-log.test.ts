import { appendFileSync, copyFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventContent, EventLog } from '../../../runtime/usage/event-log.js';
import { readEvents } from '../../../runtime/usage/read-events.js';
import type { UsageEvent } from '../../../schema/usage/event.js';
import { tempFolder } from '../../helpers/git-repo.js';

const EVENT: EventContent = {
  kind: 'load',
  at: '2026-01-31T12:00:00.000Z',
  commit: null,
  skill: 'skills/a',
  version: 1,
  digest: `sha256:${'0'.repeat(64)}`,
};

describe('a log of events', () => {
  let place: ReturnType<typeof tempFolder>;
  beforeEach(() => {
    place = tempFolder();
  });
  afterEach(() => place.dispose());

  const folder = (): string => join(place.dir, 'usage', 'x');
  const files = (): string[] => readdirSync(folder()).sort();
  const read = async (): Promise<{ events: UsageEvent[]; unread: object[] }> => {
    const events: UsageEvent[] = [];
    const unread = await readEvents(folder(), (event) => events.push(event));
    return { events, unread };
  };

  it('is read as it was written', async () => {
    const log = new EventLog(folder());
    const ids = [1, 2, 3].map((version) => log.append({ ...EVENT, version }));
    const { events, unread } = await read();
    expect(events).toEqual(ids.map((id, i) => ({ v: 1, id, ...EVENT, version: i + 1 })));
    expect(unread).toEqual([]);
    expect(statSync(join(folder(), files()[0]!)).mode & 0o777).toBe(0o600);
    log.flush();
    log.close();
  });

  it('makes no file before the first event, and none to read is none', async () => {
    new EventLog(folder()).close();
    expect(await read()).toEqual({ events: [], unread: [] });
  });

  it('goes on in another file when it is large, and after it was closed', async () => {
    const log = new EventLog(folder(), 500);
    for (let i = 0; i < 10; i += 1) log.append(EVENT);
    log.close();
    log.append(EVENT);
    log.close();
    expect(files().length).toBeGreaterThan(2);
    const { events } = await read();
    expect(new Set(events.map(({ id }) => id)).size).toBe(11);
  });

  it('begins anew where somebody took its file away', async () => {
    const log = new EventLog(folder());
    log.append(EVENT);
    rmSync(folder(), { recursive: true });
    log.append(EVENT);
    log.close();
    expect((await read()).events).toHaveLength(1);
  });

  it('counts a copied log, a line that stands twice and a line of another log once', async () => {
    const log = new EventLog(folder());
    const id = log.append(EVENT);
    log.append(EVENT);
    log.close();
    const [name] = files();
    copyFileSync(join(folder(), name!), join(folder(), `z-${name}`));
    appendFileSync(join(folder(), name!), `${JSON.stringify({ v: 1, id, ...EVENT })}\n`);
    const { events, unread } = await read();
    expect(events).toHaveLength(2);
    expect(unread).toEqual([
      { file: name, lines: 1, error: null },
      { file: `z-${name}`, lines: 2, error: null },
    ]);
  });

  it('leaves out what is no event, and reads on', async () => {
    const log = new EventLog(folder());
    log.append(EVENT);
    const path = join(folder(), files()[0]!);
    appendFileSync(path, `{"v":1,"id"\n\0\0\n${'x'.repeat(300_000)}\n\n`);
    log.append(EVENT);
    appendFileSync(path, '{"v":1,"torn');
    log.close();
    const { events, unread } = await read();
    expect(events).toHaveLength(2);
    expect(unread).toMatchObject([{ lines: 4, error: null }]);
  });
});
