/**
 * `npm run test:browsers`: flows in Firefox ESR and WebKitGTK, from Debian's packages, and in the Chromium of the
 * end-to-end tests. Arguments are vitest's, such as the name of a file; `--short` runs the few of `npm test`. Without the
 * packages it names them and ends with an error.
 *
 * `--floor office` or `--floor public` runs them in the oldest Chromium that the back office or public pages support.
 *
 * `npm run screens -- --engine webkit` takes pictures of the main screens in this engine instead; several are joined by
 * commas.
 */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { PageKind } from '#core/domain/values/browser-floors.ts';
import { floorChromium } from './support/floors.ts';
import { missingPackages, packagesNote } from './support/packages.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Takes an option, and its value if it has one, out of the arguments. */
function take(args: string[], name: string, isFlag: boolean): string | undefined {
  const at = args.indexOf(name);
  if (at < 0) return undefined;
  const [, value] = args.splice(at, isFlag ? 1 : 2);
  return isFlag ? '1' : value;
}

const args = process.argv.slice(2);
const short = take(args, '--short', true);
const engines = take(args, '--engine', false);
const floor = take(args, '--floor', false) as PageKind | undefined;
const note = packagesNote(missingPackages());
if (note && engines !== 'chromium' && !floor) {
  console.error(note);
  process.exitCode = 1;
} else {
  const env = {
    ...process.env,
    ...(short && { BROWSERS_SHORT: short }),
    ...(engines && { BROWSERS_SCREENS: '1', BROWSERS_ENGINES: engines }),
    ...(floor && { BROWSERS_ENGINES: 'chromium', CHROMIUM_PATH: await floorChromium(floor) }),
  };
  const config = join(import.meta.dirname, 'vitest.config.ts');
  const child = spawn(join(ROOT, 'node_modules/.bin/vitest'), ['run', '--config', config, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env,
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  child.once('exit', (code) => (process.exitCode = code ?? 1));
}
