import { SkillgraftError } from '../../../schema/errors.js';
import type { Repository } from '../../git/repository.js';
import { askGit, type GitOverHttp, tellGit } from './git-over-http.js';
import { newObjects } from './new-objects.js';
import { packFile } from './pack-file.js';
import { lacksBase, notFastForward, notGit, refused } from './push-failures.js';
import {
  ADVERTISEMENT_TYPE,
  type Advertisement,
  type PushReport,
  pushRequest,
  readAdvertisement,
  readReport,
} from './receive-pack.js';

/** One commit that a branch of a remote is to stand at. */
export interface Push {
  readonly repository: Repository;
  /** Address without credentials. */
  readonly url: string;
  readonly commit: string;
  /** Full name of the branch there. */
  readonly remoteRef: string;
}

export type PushOutcome = 'pushed' | 'already-there';

/** How a remote says that a pack builds on what it does not have. */
const LACKS_OBJECTS = /missing necessary objects|unpacker error|unresolved|index-pack|unpack-objects/i;

/**
 * Pushes by git's smart HTTP protocol (gitprotocol-http). The remote is taken to have the commit's parents; where it has
 * not, all that leads from what it names is sent.
 *
 * @throws SkillgraftError `push-refused`, `push-not-fast-forward`, `remote-…`
 */
export async function pushOverHttp(push: Push, http: GitOverHttp): Promise<PushOutcome> {
  const { base, advertisement } = await advertise(push, http);
  const from = advertisement.refs.get(push.remoteRef) ?? null;
  if (from === push.commit) return 'already-there';
  if (from !== null && !(await isAncestor(push, from))) throw notFastForward(http.scene);
  const named = [...advertisement.refs.values()];
  const { parents } = await push.repository.commit(push.commit);
  const attempt = (has: readonly string[]) => send(push, http, { base, advertisement, from, has });
  let report = await attempt([...named, ...parents]);
  if (isRefused(report) && LACKS_OBJECTS.test(`${report.unpack} ${report.refused}`)) {
    report = await attempt(named).catch((error: unknown) => {
      throw isMissing(error) ? lacksBase(http.scene) : error;
    });
  }
  if (!isRefused(report)) return 'pushed';
  throw refused(http.scene, report.unpack === 'ok' ? (report.refused ?? '') : report.unpack, report.messages);
}

async function advertise(
  { url }: Push,
  http: GitOverHttp,
): Promise<{ base: string; advertisement: Advertisement }> {
  const answer = await askGit(http, `${url}/info/refs?service=git-receive-pack`);
  try {
    if (!answer.type.startsWith(ADVERTISEMENT_TYPE)) throw new Error(`an answer of type ${answer.type}`);
    const base = answer.url.replace(/\/info\/refs\?service=git-receive-pack$/, '');
    return { base, advertisement: readAdvertisement(answer.body) };
  } catch (error) {
    throw notGit(http.scene, error);
  }
}

interface Attempt {
  readonly base: string;
  readonly advertisement: Advertisement;
  /** Where the branch stands there. */
  readonly from: string | null;
  /** Commits that the remote is taken to have. */
  readonly has: readonly string[];
}

/** Where the answer is lost, the remote is asked where the branch stands now. */
async function send(push: Push, http: GitOverHttp, attempt: Attempt): Promise<PushReport> {
  const { repository, commit, remoteRef } = push;
  const { capabilities } = attempt.advertisement;
  const pack = packFile(await newObjects(repository, commit, new Set(attempt.has)), repository.objectFormat);
  const body = pushRequest({ ref: remoteRef, from: attempt.from, to: commit }, capabilities, pack);
  try {
    const answer = await tellGit(http, `${attempt.base}/git-receive-pack`, body);
    return readReport(answer.body, capabilities.has('side-band-64k'), remoteRef);
  } catch (error) {
    const now = await advertise(push, http).catch(() => null);
    if (now?.advertisement.refs.get(remoteRef) === commit)
      return { unpack: 'ok', refused: null, messages: '' };
    throw error instanceof SkillgraftError ? error : notGit(http.scene, error);
  }
}

function isRefused({ unpack, refused: reason }: PushReport): boolean {
  return unpack !== 'ok' || reason !== null;
}

async function isAncestor({ repository, commit }: Push, from: string): Promise<boolean> {
  try {
    return (await repository.history(commit, from)).incremental;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof SkillgraftError && (error.code === 'object-missing' || error.code === 'ref-not-found')
  );
}
