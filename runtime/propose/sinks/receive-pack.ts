import { FLUSH, pktLine, readPktLines } from './pkt-line.js';

/** What a remote says before a push. */
export interface Advertisement {
  /** Commits by full name of their ref. */
  readonly refs: ReadonlyMap<string, string>;
  readonly capabilities: ReadonlySet<string>;
}

/** What a remote says after one. */
export interface PushReport {
  /** `ok`, or why the objects were not taken. */
  readonly unpack: string;
  /** Null where the ref moved; why it did not, else. */
  readonly refused: string | null;
  /** What hooks printed. */
  readonly messages: string;
}

/** Content type of what a remote says before a push. */
export const ADVERTISEMENT_TYPE = 'application/x-git-receive-pack-advertisement';

/**
 * Reads the answer to `info/refs?service=git-receive-pack` (gitprotocol-http).
 *
 * @throws Error where it is no such answer
 */
export function readAdvertisement(bytes: Buffer): Advertisement {
  const lines = readPktLines(bytes);
  if (lines[0]?.toString('utf8').trimEnd() !== '# service=git-receive-pack') {
    throw new Error('no answer of git-receive-pack');
  }
  const refs = new Map<string, string>();
  const capabilities = new Set<string>();
  for (const line of lines.slice(1)) {
    const [ref = '', words = ''] = (line?.toString('utf8') ?? '').split('\0');
    for (const word of words.trim().split(' ')) capabilities.add(word);
    const [, oid, name] = /^([0-9a-f]{40,64}) (\S+)\s*$/.exec(ref) ?? [];
    if (oid !== undefined && name !== 'capabilities^{}') refs.set(name!, oid);
  }
  return { refs, capabilities };
}

/** The request that makes or moves one ref, with the pack that has its objects. */
export function pushRequest(
  move: { readonly ref: string; readonly from: string | null; readonly to: string },
  offered: ReadonlySet<string>,
  pack: Buffer,
): Buffer {
  const format = move.to.length === 64 ? 'sha256' : 'sha1';
  const wanted = ['report-status', 'side-band-64k', `object-format=${format}`];
  const words = wanted.filter((word) => offered.has(word));
  const from = move.from ?? '0'.repeat(move.to.length);
  return Buffer.concat([pktLine(`${from} ${move.to} ${move.ref}\0 ${words.join(' ')}\n`), FLUSH, pack]);
}

/**
 * Reads the answer to a push.
 *
 * @throws Error where it is cut short or says nothing of the ref
 */
export function readReport(bytes: Buffer, sideBand: boolean, ref: string): PushReport {
  let report = bytes;
  let messages = '';
  if (sideBand) {
    const lines = readPktLines(bytes).filter((line) => line !== null);
    const band = (number: number) =>
      lines.filter((line) => line[0] === number).map((line) => line.subarray(1));
    report = Buffer.concat(band(1));
    messages = Buffer.concat([...band(2), ...band(3)]).toString('utf8');
  }
  const lines = readPktLines(report).map((line) => line?.toString('utf8').trimEnd() ?? '');
  const unpack = lines.find((line) => line.startsWith('unpack '))?.slice('unpack '.length);
  const isTaken = lines.includes(`ok ${ref}`);
  const refused = lines.find((line) => line.startsWith(`ng ${ref} `))?.slice(`ng ${ref} `.length);
  if (unpack === undefined || (!isTaken && refused === undefined)) throw new Error('no report on the push');
  return { unpack, refused: refused ?? null, messages };
}
