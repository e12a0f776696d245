import type { TreeEntry } from '../../runtime/git/repository.js';
import { openSecretRules } from '../../runtime/propose/checks/secret-rules.js';
import { secretFound } from '../../schema/check-kinds.js';
import { type Finding, finding } from '../../schema/diagnostic.js';
import { scanFile } from '../../schema/security/scan.js';
import { scannedPart } from '../../schema/security/scanned-part.js';
import { isShownSecret } from '../../schema/security/shown-secret.js';
import { positionIndex } from '../../schema/text.js';
import type { Snapshot } from '../git/snapshot.js';
import type { ExtraCheck } from './extra-checks.js';

/** Files whose bytes are in memory together. */
const BATCH = 256;

/** Looks through every file of every skill, those of skills that cannot be indexed included. */
export const securityScan: ExtraCheck = {
  async find(built) {
    return scanFiles(built.snapshot, built.skillFiles);
  },
};

/** What the security rules and the look-out for secrets find in some files of a snapshot. */
export async function scanFiles(snapshot: Snapshot, files: readonly TreeEntry[]): Promise<Finding[]> {
  if (files.length === 0) return [];
  const findSecrets = await openSecretRules();
  const findings: Finding[] = [];
  for (let start = 0; start < files.length; start += BATCH) {
    const batch = files.slice(start, start + BATCH);
    const bytes = await snapshot.readAll(batch);
    for (const [i, { path, mode }] of batch.entries()) {
      findings.push(...scanFile({ path, mode, bytes: bytes[i]! }));
      findings.push(...(await secretsIn(path, bytes[i]!, findSecrets)));
    }
  }
  return findings;
}

type SecretRules = Awaited<ReturnType<typeof openSecretRules>>;

async function secretsIn(path: string, bytes: Uint8Array, findSecrets: SecretRules): Promise<Finding[]> {
  const text = scannedPart(bytes)?.text;
  if (text === undefined) return [];
  const place = positionIndex(text);
  const found = new Map<string, Finding>();
  for (const { rule, kind, start, end } of await findSecrets(path, text)) {
    const severity = isShownSecret(text, start, end) ? 'warning' : 'error';
    const one = finding(secretFound, path, place(start), { rule, kind }, { severity });
    found.set(`${rule}\n${one.line}\n${one.column}`, one);
  }
  return [...found.values()];
}
