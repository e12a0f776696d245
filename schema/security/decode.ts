import { excerpt } from '../text.js';

/** Longest run that is decoded: a command needs no more to show itself. */
const LONGEST = 4096;
/** What shell, PowerShell and the like run. */
const COMMAND =
  /(?:^|[\s;&|("'`])(?:#!\/|\/bin\/(?:ba|z)?sh\b|(?:ba|z)?sh -c\b|curl\s+\S|wget\s+\S|powershell(?:\.exe)?\b|iex\b|invoke-expression\b|nc\s+-|rm -rf\b|chmod \+x\b|osascript\b)|\b(?:os\.system|subprocess\.|child_process|exec\(|eval\()/iu;

/** What a run of base64 or hexadecimal digits says where it decodes to a command; null where it does not. */
export function hiddenCommand(encoded: string): string | null {
  const run = encoded.slice(0, LONGEST);
  for (const bytes of [fromHex(run), fromBase64(run)]) {
    if (bytes === null) continue;
    for (const text of [utf8(bytes), utf16(bytes)]) {
      if (text !== null && COMMAND.test(text)) return excerpt(text, 120);
    }
  }
  return null;
}

function fromHex(run: string): Uint8Array | null {
  if (!/^(?:[0-9a-f]{2})+$/iu.test(run)) return null;
  return Uint8Array.from({ length: run.length / 2 }, (_, i) =>
    Number.parseInt(run.slice(i * 2, i * 2 + 2), 16),
  );
}

function fromBase64(run: string): Uint8Array | null {
  const body = run.replace(/[-_]/gu, (one) => (one === '-' ? '+' : '/')).replace(/=+$/u, '');
  const whole = body.slice(0, body.length - (body.length % 4 === 1 ? 1 : 0));
  try {
    return Uint8Array.from(atob(whole), (one) => one.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Printable text only: bytes that are none decode to anything. */
function utf8(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(cutCharacter(bytes));
    return isPrintable(text) ? text : null;
  } catch {
    return null;
  }
}

/** PowerShell's `-EncodedCommand` is UTF-16. */
function utf16(bytes: Uint8Array): string | null {
  if (bytes.length < 8 || bytes[1] !== 0) return null;
  const text = new TextDecoder('utf-16le').decode(bytes.subarray(0, bytes.length & ~1));
  return isPrintable(text) ? text : null;
}

function isPrintable(text: string): boolean {
  return !/[\0-\x08\x0e-\x1f\x7f\ufffd]/u.test(text);
}

/** Takes away the start of a character that the cut has parted. */
function cutCharacter(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  for (let i = 1; i <= 3 && i <= bytes.length; i++) {
    const byte = bytes[bytes.length - i]!;
    if (byte >= 0xc0) {
      end = bytes.length - i;
      break;
    }
    if (byte < 0x80) break;
  }
  return bytes.subarray(0, end);
}
