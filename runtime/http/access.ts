import { sha256 } from '../../schema/codec.js';
import type { Refusal } from './answers.js';

/** Who is let in. Loopback names and origins always are. */
export interface AccessOptions {
  /** Further names, without a port, that the Host header may have; `any` where the platform sends only its own ones. */
  readonly hosts?: readonly string[] | 'any';
  /** Origins, such as `https://app.example.com`, whose pages may call. */
  readonly origins?: readonly string[];
  /** Every request but `/healthz` has to bring it; absent: none is asked for. */
  readonly token?: string;
  /** Where further names and origins are let in, for hints; absent: the flags of `serve`. */
  readonly letIn?: { readonly host: string; readonly origin: string };
}

const FLAGS = { host: '--allowed-host NAME', origin: '--allowed-origin URL' };

/** Judges requests before anything else looks at them. */
export interface Access {
  /** Null: it may go on. `isOpen`: no token is asked for. */
  check(headers: Headers, isOpen: boolean): Promise<Refusal | null>;
  /** The origin, where its pages may read the answer. */
  sharedWith(headers: Headers): string | null;
}

/**
 * The Host header keeps out pages that made their own name point here, the Origin header those of other sites; the
 * token is compared by digests, so that the time it takes tells nothing.
 */
export function createAccess(options: AccessOptions): Access {
  const { hosts: names = [] } = options;
  const hosts = names === 'any' ? names : new Set(names.map((host) => host.toLowerCase()));
  const origins = new Set((options.origins ?? []).map((origin) => origin.toLowerCase()));
  const { token, letIn = FLAGS } = options;
  const expected = token === undefined ? null : digestOf(token);
  return {
    async check(headers, isOpen) {
      const denied =
        checkHost(headers.get('host'), hosts, letIn.host) ??
        checkOrigin(headers.get('origin'), origins, letIn.origin);
      if (denied !== null || isOpen || expected === null) return denied;
      return checkToken(headers.get('authorization'), await expected);
    },
    sharedWith(headers) {
      const origin = headers.get('origin');
      return origin !== null && origins.has(origin.toLowerCase()) ? origin : null;
    },
  };
}

/** True for names and addresses that only this machine reaches. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

function checkHost(header: string | null, hosts: ReadonlySet<string> | 'any', letIn: string): Refusal | null {
  const host = HOST.exec(header ?? '')?.[1]?.toLowerCase();
  if (host !== undefined && (hosts === 'any' || isLoopback(host) || hosts.has(host))) return null;
  return {
    status: 403,
    code: 'host-refused',
    message: 'This server does not answer to that Host header.',
    hint: `Names beside localhost are let in with ${letIn}.`,
  };
}

function checkOrigin(header: string | null, origins: ReadonlySet<string>, letIn: string): Refusal | null {
  if (header === null || origins.has(header.toLowerCase()) || isLoopbackOrigin(header)) return null;
  return {
    status: 403,
    code: 'origin-refused',
    message: 'Pages of that origin may not call this server.',
    hint: `Origins beside localhost are let in with ${letIn}.`,
  };
}

function isLoopbackOrigin(header: string): boolean {
  const match = /^https?:\/\/([^/]+)$/i.exec(header);
  const host = HOST.exec(match?.[1] ?? '')?.[1];
  return host !== undefined && isLoopback(host.toLowerCase());
}

async function checkToken(header: string | null, expected: Uint8Array): Promise<Refusal | null> {
  const given = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
  if (given !== undefined && isSame(await digestOf(given), expected)) return null;
  const isWrong = given !== undefined;
  return {
    status: 401,
    code: isWrong ? 'token-wrong' : 'token-missing',
    message: isWrong ? 'The token is not the one of this server.' : 'This server wants a token.',
    hint: 'Send the header Authorization: Bearer TOKEN.',
    headers: { 'WWW-Authenticate': isWrong ? 'Bearer error="invalid_token"' : 'Bearer' },
  };
}

async function digestOf(token: string): Promise<Uint8Array> {
  return new TextEncoder().encode(await sha256(new TextEncoder().encode(token)));
}

/** Looks at every byte, whatever the first ones say. */
function isSame(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i += 1) difference |= a[i]! ^ b[i]!;
  return difference === 0;
}
