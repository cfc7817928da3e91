/**
 * `npm run test:browsers`: stories in Firefox ESR and WebKitGTK, from Debian's packages. Arguments are vitest's, such as
 * the name of a file. Without the packages it names them and ends with an error.
 */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { missingPackages } from './support/packages.ts';

const ROOT = resolve(import.meta.dirname, '../..');

const missing = missingPackages();
if (missing.length > 0) {
  console.error(`Not installed: apt-get install --no-install-recommends ${missing.join(' ')}`);
  process.exitCode = 1;
} else {
  const config = join(import.meta.dirname, 'vitest.config.ts');
  const args = ['run', '--config', config, ...process.argv.slice(2)];
  const child = spawn(join(ROOT, 'node_modules/.bin/vitest'), args, { cwd: ROOT, stdio: 'inherit' });
  child.once('exit', (code) => (process.exitCode = code ?? 1));
}
