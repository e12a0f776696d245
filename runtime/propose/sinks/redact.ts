/** Takes secrets out of a text. */
export type Redactor = (text: string) => string;

const HIDDEN = '[hidden]';

/** In an address: all before the `@` of http(s), elsewhere what has a password; `ssh://git@` tells nothing. */
const CREDENTIALS =
  /((?:\bhttps?:\/\/(?=[^\s/@]*@))|(?:\b[a-z][a-z0-9+.-]*:\/\/(?=[^\s/@:]*:[^\s/@]*@)))[^\s/@]*@/gi;

/**
 * Makes a redactor for secrets: as they are, as a URL has them, and as the Authorization header has them together with
 * a user name (Base64). Credentials in any address go too.
 */
export function redactor(secrets: readonly string[], username = ''): Redactor {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret === '') continue;
    for (const text of [secret, `${username}:${secret}`]) {
      forms.add(text).add(encodeURIComponent(text.toWellFormed()));
      forms.add(base64(text)).add(base64(text).replace(/=+$/, ''));
    }
  }
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return (text) => {
    const hidden = longestFirst.reduce((rest, form) => rest.replaceAll(form, HIDDEN), text);
    return hidden.replace(CREDENTIALS, '$1');
  };
}

/** An error as a cause that may be shown: its words and those of its causes, and nothing else of it. */
export function redactedCause(error: unknown, redact: Redactor): Error {
  const words: string[] = [];
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const code = 'code' in at && typeof at.code === 'string' ? ` (${at.code})` : '';
    words.push(`${at.name}: ${at.message}${code}`);
  }
  return new Error(redact(words.length === 0 ? String(error) : words.join('; ')));
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
