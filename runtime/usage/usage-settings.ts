import type { ResolvedConfig } from '../config/resolve.js';
import type { UserPlace } from '../files/user-folders.js';
import type { QueryForm } from './query-form.js';

/** Whether and how usage is recorded by the settings. */
export type UsageSettings =
  | { readonly isOn: true; readonly queries: QueryForm }
  /** `because`: the variable or the setting that turned it off. */
  | { readonly isOn: false; readonly because: 'DO_NOT_TRACK' | 'usage' };

/**
 * The settings `usage` and `usage-queries`. DO_NOT_TRACK in the environment (any value but empty, 0 and false) turns it off,
 * whatever a file says, unless SKILLGRAFT_USAGE or a flag turn it on.
 */
export function usageSettings(
  { values, origins }: Pick<ResolvedConfig, 'values' | 'origins'>,
  env: UserPlace['env'],
): UsageSettings {
  if (values.usage === 'off') return { isOn: false, because: 'usage' };
  const isAsked = origins.usage.kind === 'flag' || origins.usage.kind === 'environment';
  if (!isAsked && !['', '0', 'false'].includes((env.DO_NOT_TRACK ?? '').trim().toLowerCase()))
    return { isOn: false, because: 'DO_NOT_TRACK' };
  return { isOn: true, queries: values['usage-queries'] };
}
