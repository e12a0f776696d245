import { SkillgraftError } from '../../schema/errors.js';

const REASONS: Readonly<Record<string, { readonly reason: string; readonly hint: string }>> = {
  EADDRINUSE: {
    reason: 'another program has it',
    hint: 'Give another port with --port, or --port 0 for a free one.',
  },
  EACCES: {
    reason: 'this user may not',
    hint: 'Ports below 1024 are often kept: give another one with --port.',
  },
  EADDRNOTAVAIL: {
    reason: 'this machine does not have that address',
    hint: 'Give one of its own with --host, such as 127.0.0.1.',
  },
  ENOTFOUND: { reason: 'the name is not known', hint: 'Give an address with --host, such as 127.0.0.1.' },
};

/** Why an address could not be listened on, with what to do; other faults as they are. */
export function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const known = REASONS[error.code ?? ''];
  if (known === undefined) return error;
  const message = `Cannot listen on ${host}, port ${port}: ${known.reason}.`;
  return new SkillgraftError('cannot-listen', message, known.hint, { cause: error });
}
