/** What expressions of a workflow may look at: `github`, `inputs`, `steps`, … and the functions. */
export interface ExpressionScope {
  readonly contexts: Readonly<Record<string, unknown>>;
  readonly functions: Readonly<Record<string, (...args: unknown[]) => unknown>>;
}

const TOKEN = /\s*(?:('(?:[^']|'')*')|(\d+(?:\.\d+)?)|([A-Za-z_][\w-]*)|(&&|\|\||==|!=|[!().,*[\]]))/y;
const COMMON: ExpressionScope['functions'] = {
  format: (text, ...args) => `${text}`.replace(/\{(\d+)\}/g, (_, i) => asText(args[Number(i)])),
  fromJSON: (text) => JSON.parse(`${text}`),
  toJSON: (value) => JSON.stringify(value),
};

/** Puts the values of `${{ … }}` into a text; a text that is one expression keeps the value's type. */
export function interpolate(text: string, scope: ExpressionScope): unknown {
  const whole = /^\s*\$\{\{((?:(?!\}\}).)*)\}\}\s*$/s.exec(text);
  if (whole !== null) return evaluate(whole[1]!, scope);
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => asText(evaluate(expression, scope)));
}

/** The condition of a step or job: without a status function, all before it has to have succeeded. */
export function holds(condition: string | undefined, scope: ExpressionScope): boolean {
  const text = condition ?? 'success()';
  const expression = /^\s*\$\{\{(.*)\}\}\s*$/s.exec(text)?.[1] ?? text;
  const hasStatus = /\b(?:success|failure|always|cancelled)\(\)/.test(expression);
  return isTrue(evaluate(hasStatus ? expression : `success() && (${expression})`, scope));
}

/** A value as GitHub writes it into a text. */
export function asText(value: unknown): string {
  return value === null || value === undefined ? '' : `${value as string}`;
}

/** The part of GitHub's expressions that our workflows use: look-ups, functions, `!`, `==`, `!=`, `&&`, `||`. */
export function evaluate(text: string, scope: ExpressionScope): unknown {
  return new Evaluation(text, scope).run();
}

/** One expression, read from left to right and evaluated on the way. */
class Evaluation {
  readonly #text: string;
  readonly #scope: ExpressionScope;
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string, scope: ExpressionScope) {
    this.#text = text;
    this.#scope = scope;
    this.#tokens = tokenize(text);
  }

  run(): unknown {
    const value = this.#or();
    if (this.#at < this.#tokens.length) throw this.#error(`${this.#tokens[this.#at]} is not understood`);
    return value;
  }

  #or(): unknown {
    let left = this.#and();
    while (this.#take('||')) {
      const right = this.#and();
      left = isTrue(left) ? left : right;
    }
    return left;
  }

  #and(): unknown {
    let left = this.#equal();
    while (this.#take('&&')) {
      const right = this.#equal();
      left = isTrue(left) ? right : left;
    }
    return left;
  }

  #equal(): unknown {
    const left = this.#unary();
    if (this.#take('==')) return isSame(left, this.#unary());
    if (this.#take('!=')) return !isSame(left, this.#unary());
    return left;
  }

  #unary(): unknown {
    return this.#take('!') ? !isTrue(this.#unary()) : this.#path();
  }

  #path(): unknown {
    let value = this.#primary();
    while (this.#take('.')) {
      const key = this.#next();
      value = (value as Record<string, unknown> | null | undefined)?.[key];
    }
    return value ?? null;
  }

  #primary(): unknown {
    if (this.#take('(')) {
      const value = this.#or();
      if (!this.#take(')')) throw this.#error(') is missing');
      return value;
    }
    const token = this.#next();
    if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
    if (/^\d/.test(token)) return Number(token);
    if (token === 'true' || token === 'false') return token === 'true';
    if (token === 'null') return null;
    if (this.#take('(')) return this.#call(token);
    const { contexts } = this.#scope;
    if (!(token in contexts)) throw this.#error(`there is no ${token} here`);
    return contexts[token];
  }

  #call(name: string): unknown {
    const call = this.#scope.functions[name] ?? COMMON[name];
    if (call === undefined) throw this.#error(`there is no ${name}()`);
    const args: unknown[] = [];
    while (!this.#take(')')) {
      args.push(this.#or());
      this.#take(',');
    }
    return call(...args);
  }

  #take(token: string): boolean {
    const isNext = this.#tokens[this.#at] === token;
    if (isNext) this.#at += 1;
    return isNext;
  }

  #next(): string {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw this.#error('it ends too early');
    return token;
  }

  #error(what: string): Error {
    return new Error(`${what}: ${this.#text}`);
  }
}

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  const trimmed = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < trimmed.length) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(trimmed);
    if (match === null) throw new Error(`${trimmed.slice(from)} is not understood.`);
    tokens.push(match[0].trimStart());
  }
  return tokens;
}

function isTrue(value: unknown): boolean {
  return !(value === null || value === undefined || value === false || value === 0 || value === '');
}

/** Of one type they are compared as they are, texts in any case; else as numbers. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a.toLowerCase() === b.toLowerCase();
  return typeof a === typeof b && a !== null ? a === b : toNumber(a) === toNumber(b);
}

function toNumber(value: unknown): number {
  return value === null || value === undefined ? 0 : Number(value === '' ? 0 : value);
}
