import { compareFindings, type Finding } from '../../schema/diagnostic.js';
import { defineCommand } from '../cli/command.js';
import { settingOption } from '../cli/setting-option.js';
import { columns } from '../cli/wrap.js';
import { configMessage } from '../config/findings.js';
import type { IndexSetting } from '../config/index-setting.js';
import type { ResolvedConfig } from '../config/resolve.js';
import { SETTINGS } from '../config/settings.js';
import type { UserPlace } from '../files/user-folders.js';
import { showAddress } from '../files/web-address.js';
import { isHttpUrl } from '../library/source.js';
import { usageSettings } from '../usage/usage-settings.js';

export const config = defineCommand({
  name: 'config',
  summary: 'Show every setting and where its value comes from',
  description: [
    'A setting is taken from the first of these that has it: the flag, the environment, .env in this folder, ' +
      'skillgraft.json (the nearest from here up to the root of the repository), skillgraft.json of the user ' +
      '(in $XDG_CONFIG_HOME/skillgraft), the default; indexes are those of all of these. A value that ' +
      'cannot be used is reported, and the next one is taken; `usage` and `usage-queries` are off then.',
    `Variables: ${SETTINGS.map((setting) => setting.env).join(', ')}.`,
  ],
  options: {
    index: settingOption('index'),
    out: settingOption('out'),
    limit: settingOption('limit'),
    fusion: settingOption('fusion'),
    profile: settingOption('profile'),
    roots: settingOption('roots'),
    'listing-budget': settingOption('listing-budget'),
    synonyms: settingOption('synonyms'),
    embedder: settingOption('embedder'),
    json: { type: 'boolean', description: 'Print {settings, findings} as JSON.' },
  },
  examples: ['config', 'config --limit 20 --json'],
  reportsSettings: true,
  async run(context) {
    const resolved = context.config();
    const findings = [...resolved.findings].sort(compareFindings);
    if (context.args.json) {
      context.json({ settings: settingRows(resolved, context.env), findings: findings.map(findingRow) });
    } else {
      for (const line of columns(textRows(resolved, context.env))) context.print(line);
      if (findings.length > 0) context.print();
      for (const entry of findings) {
        const { path, line, column, severity, code, message } = findingRow(entry);
        context.print(
          `${path}:${line}:${column}  ${context.style.red(severity)}  ${message}  ${context.style.dim(code)}`,
        );
      }
    }
    return findings.length > 0 ? 1 : 0;
  },
});

function settingRows(resolved: ResolvedConfig, env: UserPlace['env']) {
  const usage = usageSettings(resolved, env);
  return SETTINGS.map(({ key }) => {
    if (key === 'usage' && !usage.isOn && usage.because === 'DO_NOT_TRACK')
      return { key, value: 'off', origin: 'environment' as const, path: 'env:DO_NOT_TRACK' };
    const { kind, path } = resolved.origins[key];
    return {
      key,
      value: withoutSecrets(resolved.values[key]),
      origin: kind,
      ...(path === undefined ? {} : { path }),
    };
  });
}

type ShownValue = ResolvedConfig['values'][keyof ResolvedConfig['values']];

/** Addresses without what they may hold besides: a password, a token. */
function withoutSecrets(value: ShownValue): ShownValue {
  if (typeof value === 'string') return plainAddress(value);
  if (!Array.isArray(value)) return value;
  const parts = value.map((part: string | IndexSetting) =>
    typeof part === 'string' ? plainAddress(part) : { ...part, index: plainAddress(part.index) },
  );
  return parts as ShownValue;
}

function plainAddress(text: string): string {
  return isHttpUrl(text) && URL.canParse(text) ? showAddress(new URL(text)) : text;
}

function textRows(resolved: ResolvedConfig, env: UserPlace['env']): readonly (readonly string[])[] {
  return settingRows(resolved, env).map(({ key, value, origin, path }) => {
    const where = path === undefined || path === origin ? origin : `${origin} ${path}`;
    return [key, key === 'roots' && origin === 'default' ? USUAL_ROOTS : showValue(value), where];
  });
}

const USUAL_ROOTS =
  '(the usual folders: skills, .claude/skills, .agents/skills, …; anywhere where these hold none)';

function showValue(value: ShownValue): string {
  if (value === null) return '(none)';
  if (typeof value !== 'object') return String(value);
  return value.map((part) => (typeof part === 'string' ? part : (part.name ?? part.index))).join(', ');
}

function findingRow(entry: Finding) {
  const { code, severity, path, line, column } = entry;
  return { code, severity, path, line, column, message: configMessage(entry) };
}
