import { SETTINGS, type SettingKey, type SettingValues } from '../config/settings.js';
import type { IntegerOption, StringOption } from './command.js';

type SettingOption<K extends SettingKey> = (SettingValues[K] extends readonly string[]
  ? StringOption & { readonly multiple: true }
  : SettingValues[K] extends string
    ? StringOption
    : IntegerOption) & { readonly setting: K };

/** The command-line option that sets a setting; ask `context.config()` for the value, not `context.args`. */
export function settingOption<K extends SettingKey>(key: K, short?: string): SettingOption<K> {
  const setting = SETTINGS.find((candidate) => candidate.key === key)!;
  const { type, min, max, choices, description, value } = setting;
  const option = {
    type: type === 'integer' ? 'integer' : 'string',
    setting: key,
    value,
    description: `${description}.`,
    ...(type === 'list' || type === 'paths' ? { multiple: true } : {}),
    ...(type === 'paths' ? { whole: true } : {}),
    ...(short === undefined ? {} : { short }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(choices === undefined ? {} : { choices }),
  };
  return option as unknown as SettingOption<K>;
}
