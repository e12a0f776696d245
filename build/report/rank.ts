import type { Finding, Severity } from '../../schema/diagnostic.js';
import { kindOf } from './all-kinds.js';

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** Where a finding stands when reports have to be cut: errors first, and security first among equals. */
export function rankOf({ severity, code }: Finding): number {
  return SEVERITIES.indexOf(severity) * 2 + (isSecurity(code) ? 0 : 1);
}

/** True for a kind that is about security. */
export function isSecurity(code: string): boolean {
  return kindOf(code)?.tags?.includes('security') === true;
}
