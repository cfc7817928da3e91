import { BUILD_DIR, ROOT } from '../bundle/functions.ts';
import { parseOptions } from '../lib/arguments.ts';
import { CommandError, runCommand } from '../lib/command.ts';
import { collectPackages, isPermitted } from './collect.ts';

const HELP = `npm run licences [-- --json]

Lists the licence of every package in the built page and functions (after npm run build and npm run bundle), and fails
if one is not permitted.

  --json   prints them as JSON`;

await runCommand(async () => {
  const { json } = parseOptions(HELP, { json: { type: 'boolean' } }, process.argv.slice(2));
  const packages = collectPackages(BUILD_DIR, ROOT);
  if (json) console.log(JSON.stringify(packages, null, 2));
  else
    for (const { name, version, licence, where } of packages) {
      const folders =
        where.length > 3 ? `${where.slice(0, 3).join(', ')} and ${where.length - 3} more` : where.join(', ');
      console.log(`${`${name} ${version}`.padEnd(48)} ${licence.padEnd(20)} ${folders}`);
    }
  const refused = packages.filter((one) => !isPermitted(one));
  if (refused.length > 0) {
    throw new CommandError(`Not permitted: ${refused.map(({ name, licence }) => `${name} (${licence})`).join(', ')}`);
  }
});
