import { defineCommand } from '../cli/command.js';
import { packageVersion } from '../package-info.js';

export const version = defineCommand({
  name: 'version',
  summary: 'Print the version',
  options: {
    json: { type: 'boolean', description: 'Print it as JSON, with the versions of Node and of the system.' },
  },
  async run(context) {
    const own = packageVersion();
    if (context.args.json) {
      const { version: node, platform, arch } = process;
      context.json({ name: 'skillgraft', version: own, node, platform, arch });
    } else {
      context.print(`skillgraft ${own}`);
    }
    return 0;
  },
});
