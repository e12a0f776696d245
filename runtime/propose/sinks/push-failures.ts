import { SkillgraftError } from '../../../schema/errors.js';
import { plainLine } from '../../../schema/hidden-text.js';
import { excerpt } from '../../../schema/text.js';
import { type Redactor, redactedCause } from './redact.js';

/** What every failure of a push names. */
export interface PushScene {
  /** Address of the remote without credentials. */
  readonly remote: string;
  /** Full name of the local branch, which stays whatever happens. */
  readonly ref: string;
  readonly redact: Redactor;
}

const LONGEST_REASON = 500;

/** Makes a failure: says that the commit is kept, and shows nothing that is secret. */
function pushFailure(
  { remote, ref, redact }: PushScene,
  code: string,
  message: (remote: string) => string,
  hint: string,
  cause?: unknown,
): SkillgraftError {
  const options = cause === undefined ? undefined : { cause: redactedCause(cause, redact) };
  return new SkillgraftError(code, redact(message(remote)), `${hint} The commit stays on ${ref}.`, options);
}

/** What a remote said, on one line, fit to be shown. */
function remoteWords(scene: PushScene, text: string): string {
  return excerpt(scene.redact(plainLine(text.replace(/^remote: ?/gm, ''))), LONGEST_REASON);
}

/** A hook, a rule or the storage of the remote said no. */
export function refused(scene: PushScene, reason: string, messages = ''): SkillgraftError {
  if (/non-fast-forward|fetch first|stale info|failed to update ref|cannot lock ref/i.test(reason)) {
    return notFastForward(scene);
  }
  const words = [reason, messages].map((text) => remoteWords(scene, text)).filter((text) => text !== '');
  return pushFailure(
    scene,
    'push-refused',
    (remote) => `${remote} refused the branch: ${words.join(': ')}`,
    'Do what the reason asks for, or have the rule of that repository changed, then propose again.',
  );
}

/** The remote's branch of this name has other commits. */
export function notFastForward(scene: PushScene): SkillgraftError {
  return pushFailure(
    scene,
    'push-not-fast-forward',
    (remote) => `${remote} has other commits on this branch, and nothing is ever overwritten.`,
    'Look at the branch there; delete it or have it merged, then push again.',
  );
}

/** An HTTP status that is not 200. */
export function badStatus(
  scene: PushScene,
  status: number,
  text: string,
  hasToken: boolean,
): SkillgraftError {
  const words = remoteWords(scene, text);
  const said = words === '' || words.startsWith('<') ? '' : `: ${words}`;
  const fail = (code: string, message: string, hint: string) =>
    pushFailure(scene, code, (remote) => `${remote} ${message}${said}`, hint);
  if (status === 401) return unauthorised(scene, hasToken);
  if (status === 403) {
    return fail(
      'remote-forbidden',
      'does not let this token push (403)',
      'Give it the right to write contents, and see whether the organisation has to approve it.',
    );
  }
  if (status === 404) return noRepository(scene);
  if (status === 429) return fail('remote-busy', 'takes no more requests now (429)', 'Push again later.');
  return fail(
    'remote-failed',
    `answered with status ${status}`,
    'Push again later; nothing is pushed twice.',
  );
}

function unauthorised(scene: PushScene, hasToken: boolean): SkillgraftError {
  return pushFailure(
    scene,
    'remote-unauthorised',
    (remote) => `${remote} ${hasToken ? 'does not take this token' : 'wants to know who pushes'} (401).`,
    hasToken
      ? 'See whether it has expired, and make a new one that may write contents.'
      : 'Put a token that may write contents into the environment.',
  );
}

/** Ssh has no key that the remote takes, or does not know the remote's. */
export function sshRefused(scene: PushScene, cause: Error): SkillgraftError {
  const isHost = /Host key verification failed/i.test(cause.message);
  return pushFailure(
    scene,
    isHost ? 'remote-host-unknown' : 'remote-unauthorised',
    (remote) => `${isHost ? 'ssh does not know the host of' : 'No ssh key is taken by'} ${remote}.`,
    isHost
      ? 'Connect to it once with ssh and compare its key.'
      : 'Load a key that may push into ssh-agent, or use an https address with a token.',
    cause,
  );
}

/** The git program is needed for ssh. */
export function sshNeedsGit(scene: PushScene, cause: unknown): SkillgraftError {
  return pushFailure(
    scene,
    'git-program-missing',
    (remote) => `${remote} is pushed to by the git program, which is not there.`,
    'Install git, or use an https address with a token.',
    cause,
  );
}

/** The remote lacks commits that the proposal builds on, and they are not here either (a shallow clone). */
export function lacksBase(scene: PushScene): SkillgraftError {
  return pushFailure(
    scene,
    'push-incomplete',
    (remote) => `${remote} does not have the commit that the proposal starts from.`,
    'Push that commit first, or propose from one that is there.',
  );
}

/** The repository answers under another address. */
export function moved(scene: PushScene, to: URL): SkillgraftError {
  return pushFailure(
    scene,
    'remote-moved',
    (remote) => `${remote} sends to ${to.origin}${to.pathname}.`,
    'Set the address of the remote to where the repository is now.',
  );
}

export function noRepository(scene: PushScene): SkillgraftError {
  return pushFailure(
    scene,
    'remote-not-found',
    (remote) => `There is no repository at ${remote}, or this account may not see it.`,
    'Check the address of the remote, and which repositories the token is for.',
  );
}

/** No connection, or one that was cut. */
export function unreachable(scene: PushScene, cause: unknown): SkillgraftError {
  return pushFailure(
    scene,
    'remote-unreachable',
    (remote) => `The connection to ${remote} failed or was cut.`,
    'Check the network and push again; nothing is pushed twice.',
    cause,
  );
}

export function timedOut(scene: PushScene, timeoutMs: number): SkillgraftError {
  return pushFailure(
    scene,
    'remote-timeout',
    (remote) => `${remote} did not answer within ${timeoutMs / 1000} seconds.`,
    'Push again, or allow more time; nothing is pushed twice.',
  );
}

/** The answer is not one of a git server. */
export function notGit(scene: PushScene, cause: unknown): SkillgraftError {
  return pushFailure(
    scene,
    'remote-answer-broken',
    (remote) => `${remote} did not answer as a git server does.`,
    'Check the address of the remote; where it is right, push again.',
    cause,
  );
}
