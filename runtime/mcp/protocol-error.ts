import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { SkillgraftError } from '../../schema/errors.js';

/** The answer to a request that asks for what is not there, or is not right: -32602. */
export function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message.toWellFormed());
}

/** What was thrown, as the protocol tells it: a failure with words for people keeps these. */
export function protocolError(error: unknown): unknown {
  if (!(error instanceof SkillgraftError)) return error;
  return new ProtocolError(ProtocolErrorCode.InternalError, `${error.message} ${error.hint}`.toWellFormed());
}
