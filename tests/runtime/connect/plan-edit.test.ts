import { describe, expect, it } from 'vitest';
import { loadFormat } from '../../../runtime/connect/formats/index.js';
import { findHost } from '../../../runtime/connect/hosts/index.js';
import { planEdit } from '../../../runtime/connect/plan-edit.js';

const VALUE = { command: 'node', args: ['cli.js', 'serve'] };

async function edit(host: string, text: string | null, force = false, value: object = VALUE) {
  const found = findHost(host);
  const format = await loadFormat(found.format);
  const entry = { name: 'skills', value: value as typeof VALUE };
  return planEdit(format, found, { path: 'the file', text }, entry, force);
}

const code = async (host: string, text: string, force = false) =>
  edit(host, text, force).then(
    ({ state }) => state,
    (error: { code: string }) => error.code,
  );

/** What went and what came, as lines. */
function difference(before: string, after: string): { gone: string[]; come: string[] } {
  const [old, now] = [before.split('\n'), after.split('\n')];
  return { gone: old.filter((line) => !now.includes(line)), come: now.filter((line) => !old.includes(line)) };
}

describe('a file of JSON', () => {
  it.each([null, '', ' \n'])('is made where there is none: %j', async (text) => {
    const { state, text: after } = await edit('claude-code', text);
    expect(state).toBe('added');
    expect(JSON.parse(after)).toEqual({ mcpServers: { skills: VALUE } });
  });

  it('keeps comments, order, tabs, trailing commas and CRLF', async () => {
    const before =
      '{\r\n\t// mine\r\n\t"servers": {\r\n\t\t"one": { "type": "stdio", "command": "x", }, // last\r\n\t},\r\n\t"inputs": [1,2],\r\n}\r\n';
    const { text } = await edit('vscode', before);
    expect(difference(before, text).gone).toEqual([]);
    expect(difference(before, text).come).toContain('\t\t"skills": {\r');
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('keeps a byte order mark', async () => {
    const { text } = await edit('cursor', '\ufeff{}');
    expect(text.startsWith('\ufeff{')).toBe(true);
  });

  it('does nothing the second time, nor where the entry has more', async () => {
    const { text } = await edit('cursor', '{"a": 1}');
    expect(await edit('cursor', text)).toEqual({ state: 'unchanged', text });
    const more =
      '{"mcpServers": {"skills": {"command": "node", "args": ["cli.js", "serve"], "env": {"A": "1"}}}}';
    expect(await code('claude-code', more)).toBe('unchanged');
  });

  it('replaces another entry of the name only where told', async () => {
    const before = '{\n  "mcpServers": {\n    "skills": { "url": "x" },\n    "z": {}\n  }\n}\n';
    expect(await code('claude-code', before)).toBe('host-entry-differs');
    const { state, text } = await edit('claude-code', before, true);
    expect(state).toBe('replaced');
    expect(JSON.parse(text)).toEqual({ mcpServers: { skills: VALUE, z: {} } });
  });

  it.each([
    ['claude-code', '{"a": 1,}', 'host-file-broken'],
    ['claude-code', '{} // x', 'host-file-broken'],
    ['claude-code', '[]', 'host-file-broken'],
    ['cursor', '{"a": }', 'host-file-broken'],
    ['vscode', '// nothing', 'host-file-broken'],
    ['claude-code', '{"mcpServers": []}', 'host-file-unusual'],
    ['claude-code', '{"mcpServers": null}', 'host-file-unusual'],
    ['claude-code', '{"mcpServers": {}, "mcpServers": {"a": {}}}', 'host-file-unusual'],
    ['opencode', '{"mcp": "off"}', 'host-file-unusual'],
    ['claude-code', '{"__proto__": {"mcpServers": {"skills": {}}}}', 'added'],
  ])('%s: %s is %s', async (host, text, expected) => {
    expect(await code(host, text)).toBe(expected);
  });

  it('adds below mcp.servers where OpenCode has its servers there', async () => {
    const { text } = await edit('opencode', '{ "mcp": { "servers": { "a": {} } } }');
    expect(JSON.parse(text)).toEqual({ mcp: { servers: { a: {}, skills: VALUE } } });
    const named = '{ "mcp": { "servers": { "type": "remote", "url": "x" } } }';
    expect(JSON.parse((await edit('opencode', named)).text).mcp).toHaveProperty('skills');
  });
});

describe('a file of TOML', () => {
  const OTHER = '# mine\nmodel = "o3" # m\nat = 2026-01-31T00:00:00Z\n\n[mcp_servers.other]\ncommand = "x"\n';

  it('gets the table at its end, all else as it was', async () => {
    const { state, text } = await edit('codex', OTHER);
    expect(state).toBe('added');
    expect(text).toBe(`${OTHER}\n[mcp_servers.skills]\ncommand = "node"\nargs = [ "cli.js", "serve" ]\n`);
    expect(await edit('codex', text)).toEqual({ state: 'unchanged', text });
  });

  it('is made where there is none, with the line ends that it has', async () => {
    expect((await edit('codex', null)).text).toMatch(/^\[mcp_servers\.skills\]\n/);
    const { text } = await edit('codex', OTHER.replaceAll('\n', '\r\n'));
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it.each(['[mcp_servers.skills]', '[ mcp_servers . "skills" ] # ours', "[mcp_servers.'skills']"])(
    'replaces the table %s with what is below it, in its place',
    async (header) => {
      const own = `${header}\nurl = "x"\n[mcp_servers.skills.http_headers]\nA = "1"\n`;
      const rest = '\n# of the next\n[projects."/x"]\ntrust_level = "trusted"\n';
      expect(await code('codex', `${OTHER}${own}${rest}`)).toBe('host-entry-differs');
      const { text } = await edit('codex', `${OTHER}${own}${rest}`, true);
      expect(text).toBe(
        `${OTHER}[mcp_servers.skills]\ncommand = "node"\nargs = [ "cli.js", "serve" ]\n${rest}`,
      );
    },
  );

  it.each([
    ['a = ', false, 'host-file-broken'],
    ['mcp_servers = 1', false, 'host-file-unusual'],
    ['mcp_servers = { other = { command = "x" } }', false, 'host-file-unusual'],
    ['[mcp_servers]\nskills = { url = "x" }', true, 'host-file-unusual'],
    ['mcp_servers.skills.url = "x"', true, 'host-file-unusual'],
    ['text = """\n[mcp_servers.skills]\n"""\n[mcp_servers.skills]\nurl = "x"', true, 'host-file-unusual'],
    ['[mcp_servers.skills-too]\ncommand = "x"', false, 'added'],
  ])('%j, force %s: %s', async (text, force, expected) => {
    expect(await code('codex', text, force)).toBe(expected);
  });
});
