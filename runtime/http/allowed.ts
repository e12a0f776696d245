import { SkillgraftError } from '../../schema/errors.js';

/**
 * Checks names for the Host header, in lower case.
 *
 * @throws SkillgraftError `bad-host`
 */
export function allowedHosts(given: readonly string[]): string[] {
  return given.map((host) => {
    if (/^(?:\[[\da-f:.]+\]|[\w.-]+)$/i.test(host)) return host.toLowerCase();
    const message = `--allowed-host cannot be "${host}".`;
    throw new SkillgraftError('bad-host', message, 'Give a name without a port, such as skills.example.com.');
  });
}

/**
 * Checks origins, as browsers write them.
 *
 * @throws SkillgraftError `bad-origin`
 */
export function allowedOrigins(given: readonly string[]): string[] {
  return given.map((origin) => {
    const plain = origin.replace(/\/$/, '').toLowerCase();
    if (/^[a-z][a-z\d+.-]*:\/\/[^/?#@\s*]+$/.test(plain)) return plain;
    const message = `--allowed-origin cannot be "${origin}".`;
    throw new SkillgraftError(
      'bad-origin',
      message,
      'Give a scheme, a name and perhaps a port, such as https://app.example.com.',
    );
  });
}
