/** One entry of `allowed-tools`: a tool, and what it may be given. */
export interface AllowedTool {
  /** As written. */
  readonly text: string;
  readonly name: string;
  /** What stands in brackets; null: whatever it is given. */
  readonly pattern: string | null;
}

/** Tools that run what they are given. */
const SHELLS = new Set(['bash', 'shell', 'powershell', 'execute', 'terminal']);
/** Commands that run another one, take things away, or change who may do what. */
const DANGEROUS = new Set(
  'rm dd mkfs shred sudo su doas chmod chown eval exec sh bash zsh dash ksh cmd powershell pwsh ssh scp nc ncat'.split(
    ' ',
  ),
);

/** Reads one entry of the list that `readMetadata` gives. */
export function readTool(text: string): AllowedTool {
  const [, name = text, inner] = /^([^()]+)\((.*)\)$/s.exec(text) ?? [];
  const pattern = inner?.trim() ?? null;
  return { text, name: name.trim(), pattern: isAnything(pattern) ? null : pattern };
}

function isAnything(pattern: string | null): boolean {
  return pattern === null || /^:?\**$/u.test(pattern);
}

/** True where the first tool lets do all that the second does: `Bash(git:*)` covers `Bash(git status:*)`. */
export function coversTool(wide: AllowedTool, narrow: AllowedTool): boolean {
  if (!matchesName(wide.name, narrow.name)) return false;
  if (wide.pattern === null || wide.pattern === narrow.pattern) return true;
  return narrow.pattern !== null && matchesCommand(wide.pattern, narrow.pattern);
}

/** True where a list lets do something that another does not. */
export function isWider(before: readonly string[], after: readonly string[]): boolean {
  const old = before.map(readTool);
  return after.map(readTool).some((tool) => !old.some((one) => coversTool(one, tool)));
}

/** True for every tool at once, and for a shell that may be given anything. */
export function isUnrestricted({ name, pattern }: AllowedTool): boolean {
  return name === '*' || (pattern === null && SHELLS.has(name.toLowerCase()));
}

/** True for every tool that there is. */
export function isEveryTool({ name }: AllowedTool): boolean {
  return name === '*';
}

/** The command of a shell's pattern that should not be run unasked, such as `rm` of `Bash(rm:*)`. */
export function dangerousCommand({ name, pattern }: AllowedTool): string | null {
  if (pattern === null || !SHELLS.has(name.toLowerCase())) return null;
  const open = /^([\w.-]+)(?:[: ]\*|\*)?$/u.exec(pattern)?.[1];
  return open !== undefined && DANGEROUS.has(open) ? open : null;
}

function matchesName(name: string, other: string): boolean {
  return name === other || (name.endsWith('*') && other.startsWith(name.slice(0, -1)));
}

/** `git:*` and `git *` cover what is `git`, or goes on behind a blank or a colon; `src/*` what begins with `src/`. */
function matchesCommand(wide: string, narrow: string): boolean {
  const [, prefix, border] = /^(.*?)([: /]?)\*$/s.exec(wide) ?? [];
  if (prefix === undefined) return false;
  if (border === '/') return narrow.startsWith(`${prefix}/`) && !narrow.includes('..');
  if (border === '') return narrow.startsWith(prefix);
  const rest = narrow.slice(prefix.length);
  return narrow.startsWith(prefix) && (rest === '' || /^[: ]/.test(rest)) && !/[;&|`$<>\n]/.test(rest);
}
