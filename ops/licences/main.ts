/*
 * `npm run licences` lists the licence of every package in the built page and functions (after `npm run build` and
 * `npm run bundle`), and fails if one is not permitted. `-- --json` prints them as JSON.
 */
import { parseArgs } from 'node:util';
import { BUILD_DIR, ROOT } from '../bundle/functions.ts';
import { collectPackages, isPermitted } from './collect.ts';

try {
  const { values } = parseArgs({ options: { json: { type: 'boolean' } } });
  const packages = collectPackages(BUILD_DIR, ROOT);
  if (values.json) console.log(JSON.stringify(packages, null, 2));
  else
    for (const { name, version, licence, where } of packages) {
      const place =
        where.length > 3 ? `${where.slice(0, 3).join(', ')} and ${where.length - 3} more` : where.join(', ');
      console.log(`${`${name} ${version}`.padEnd(48)} ${licence.padEnd(20)} ${place}`);
    }
  const refused = packages.filter((one) => !isPermitted(one));
  if (refused.length > 0) {
    throw new Error(`Not permitted: ${refused.map(({ name, licence }) => `${name} (${licence})`).join(', ')}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
