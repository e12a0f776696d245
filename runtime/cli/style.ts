/** Words in colour where a terminal shows it, plain otherwise. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

/** The only escape sequences that `print` lets through, and only where there is colour. */
export const STYLE_CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

export function createStyle(color: boolean): Style {
  const paint = (code: number) => (text: string) =>
    color && text !== '' ? `\x1b[${code}m${text}\x1b[0m` : text;
  return {
    bold: paint(STYLE_CODES.bold),
    dim: paint(STYLE_CODES.dim),
    red: paint(STYLE_CODES.red),
    green: paint(STYLE_CODES.green),
    yellow: paint(STYLE_CODES.yellow),
    cyan: paint(STYLE_CODES.cyan),
  };
}

/**
 * Whether to write colour, as Node itself decides: FORCE_COLOR first (0 and false switch it off), then NO_COLOR
 * (any text but the empty one), then whether it is a terminal that is not `dumb`.
 */
export function wantsColor(env: Readonly<Record<string, string | undefined>>, isTTY: boolean): boolean {
  const force = env.FORCE_COLOR;
  if (force !== undefined) return force !== '0' && force !== 'false';
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  return isTTY && env.TERM !== 'dumb';
}
