import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildInto } from '../../helpers/built-case.js';
import { tempFolder } from '../../helpers/git-repo.js';
import { type Connection, connect } from '../../helpers/mcp-client.js';

const SKILLS: Readonly<Record<string, readonly [front: string, body: string]>> = {
  'fix-issue': ['argument-hint: [issue]\ndisable-model-invocation: true', 'Fix $ARGUMENTS well.\n'],
  migrate: ['arguments: [from, to]\nargument-hint: "[from] [to]"', 'From $from to $to, $0.\n'],
  plain: ['tags: [Travel]\ndisplay-name: Plain thing', 'Do $ARGUMENTS[0].\n'],
  hidden: ['user-invocable: false', 'Never called.\n'],
  'hidden-text': ['user-invocable: "False"', 'Never called.\n'],
  old: ['status: archived', 'Gone.\n'],
  'north/pack': ['', 'North.\n'],
  'south/pack': ['', 'South.\n'],
  'not-valid': [`compatibility: ${'x'.repeat(501)}`, 'Called all the same.\n'],
};

const temp = tempFolder('skillgraft-prompts-');
let out: string;
beforeAll(async () => {
  for (const [path, [front, body]] of Object.entries(SKILLS)) {
    const name = path.split('/').at(-1);
    mkdirSync(join(temp.dir, 'skills', path), { recursive: true });
    const text = `---\nname: ${name}\ndescription: Does ${name}.\n${front === '' ? '' : `${front}\n`}---\n\n${body}`;
    writeFileSync(join(temp.dir, 'skills', path, 'SKILL.md'), text);
  }
  ({ out } = await buildInto(temp.dir));
});
afterAll(() => temp.dispose());

describe.each(['auto', 'legacy'] as const)('prompts (%s)', (era) => {
  let server: Connection;
  beforeAll(async () => {
    server = await connect(out, era);
  });
  afterAll(() => server.close());

  const textOf = async (name: string, given: Record<string, string> = {}): Promise<string> => {
    const { messages } = await server.client.getPrompt({ name, arguments: given });
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: expect.any(String) } }]);
    return (messages[0]!.content as { text: string }).text;
  };

  it('are the skills that people may call, by name, or by path where names repeat', async () => {
    const { prompts } = await server.client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      'search_skills',
      'fix-issue',
      'migrate',
      'skills/north/pack',
      'not-valid',
      'plain',
      'skills/south/pack',
    ]);
    const shown = new Map(prompts.map((prompt) => [prompt.name, prompt]));
    expect(shown.get('plain')).toEqual({
      name: 'plain',
      title: 'Plain thing',
      description: 'Does plain.',
    });
    expect(shown.get('fix-issue')?.arguments).toEqual([
      { name: 'arguments', description: '[issue]', required: false },
    ]);
    expect(shown.get('migrate')?.arguments).toEqual([
      { name: 'from', description: '[from] [to]', required: false },
      { name: 'to', description: '[from] [to]', required: false },
    ]);
  });

  it.each([
    ['fix-issue', { arguments: '#7' }, 'Fix #7 well.'],
    ['fix-issue', {}, 'Fix  well.'],
    ['migrate', { from: 'react', to: 'vue' }, 'From react to vue, react.'],
    ['migrate', { arguments: 'react vue' }, 'From react to vue, react.'],
    ['plain', { arguments: '"a b" c' }, 'Do a b.'],
    ['skills/south/pack', { arguments: 'now' }, 'South.\n\nARGUMENTS: now'],
    ['not-valid', {}, 'Called all the same.'],
  ])('%s with %j gives its text, filled in, and where it comes from', async (name, given, text) => {
    const shown = await textOf(name, given);
    expect(shown.endsWith(`\n\n${text}\n`)).toBe(true);
    const path = name.startsWith('skills/') ? name : `skills/${name}`;
    expect(shown.split('\n')[0]).toContain(`(${path})`);
    expect(shown).toMatch(/^sha256:[0-9a-f]{64}$/m);
  });

  it.each(['hidden', 'hidden-text', 'old', 'pack', 'nope', '__proto__'])('%s is no prompt', async (name) => {
    await expect(server.client.getPrompt({ name })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(name),
    });
  });

  it('names what was probably meant', async () => {
    await expect(server.client.getPrompt({ name: 'plian' })).rejects.toThrow('Did you mean plain?');
  });

  it('search: the task, and what was found for it', async () => {
    const text = await textOf('search_skills', { task: 'fix issue' });
    expect(text).toMatch(/^fix issue\n/);
    expect(text).toContain('1. fix-issue (skills/fix-issue)');
    expect(await textOf('search_skills', { task: 'plain', tag: 'travel' })).toContain('1. plain ');
    await expect(textOf('search_skills', { task: ' ' })).rejects.toMatchObject({ code: -32602 });
    const { completion } = await server.client.complete({
      ref: { type: 'ref/prompt', name: 'search_skills' },
      argument: { name: 'tag', value: 'tra' },
    });
    expect(completion.values).toEqual(['Travel']);
  });
});
