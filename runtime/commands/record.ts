import { SkillgraftError } from '../../schema/errors.js';
import { defineCommand } from '../cli/command.js';
import { settingOption } from '../cli/setting-option.js';
import { terminalLine } from '../cli/terminal-text.js';
import { badOption } from '../search/check-options.js';
import { userSkillsOption } from './configured-sources.js';
import { openConfiguredLibrary } from './open-configured.js';

export const record = defineCommand({
  name: 'record',
  summary: 'Note whether a skill helped with a task',
  description: [
    'Writes a line to a log on this machine, below the state folder of the user, as the tool record_outcome of a server ' +
      'does. Nothing leaves the machine by itself. The setting `usage` turns it off, and so does DO_NOT_TRACK; ' +
      '`usage-queries` says whether the query is kept.',
  ],
  options: {
    index: settingOption('index'),
    'user-skills': userSkillsOption,
    query: { type: 'string', short: 'q', value: 'TEXT', description: 'The task that it was used for.' },
    success: { type: 'boolean', description: 'It helped.' },
    failure: { type: 'boolean', description: 'It did not help.' },
    reason: { type: 'string', value: 'TEXT', description: 'Why, in a sentence.' },
    version: {
      type: 'string',
      value: 'V',
      description:
        'The version that was used, where it is not the indexed one: its number, a commit, or a date.',
    },
    repo: {
      type: 'string',
      value: 'DIR',
      description: 'The git repository for older versions; the one around the index if not given.',
    },
    json: { type: 'boolean', description: 'Print what was noted as JSON.' },
  },
  positionals: [{ name: 'SKILL', description: 'Name, path or skill:// URI.', required: true }],
  examples: [
    'record git-commit --query "write a commit message" --success',
    'record fix-cors -q "cors error in the browser" --failure --reason "It is about another framework."',
  ],
  async run(context) {
    const { query, reason, version, success, failure, repo, json } = context.args;
    if (success === failure)
      throw badOption('It is not said whether the skill helped.', 'Give either --success or --failure.');
    const [{ usageSettings }, { Recorder }] = await Promise.all([
      import('../usage/usage-settings.js'),
      import('../usage/recorder.js'),
    ]);
    const settings = usageSettings(context.config(), context.env);
    if (!settings.isOn) throw turnedOff(settings.because);
    const library = await openConfiguredLibrary(context, repo);
    for (const { message } of library.notices ?? []) context.notice(message);
    let problem = '';
    const recorder = new Recorder({
      queries: settings.queries,
      user: { env: context.env },
      onProblem: (message) => (problem = message),
    });
    const noted = await recorder.record(library, {
      skill: context.positionals[0]!,
      success,
      ...(query === undefined ? {} : { query }),
      ...(reason === undefined ? {} : { reason }),
      ...(version === undefined ? {} : { version }),
    });
    await recorder.close();
    if (problem !== '') context.notice(problem);
    if (json) context.json(noted);
    else if (noted.recorded) context.print(terminalLine(`${noted.skill}: noted that it ${helped(success)}.`));
    return noted.recorded ? 0 : 2;
  },
});

function helped(success: boolean): string {
  return success ? 'helped' : 'did not help';
}

function turnedOff(because: 'DO_NOT_TRACK' | 'usage'): SkillgraftError {
  const hint =
    because === 'usage'
      ? '`skillgraft config` shows where the setting `usage` is `off`.'
      : 'DO_NOT_TRACK is set; SKILLGRAFT_USAGE=on goes before it.';
  return new SkillgraftError('usage-off', 'Usage is not recorded here.', hint);
}
