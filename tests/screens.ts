/**
 * `npm run screens`: pictures of all screens in Chromium; with `--engine webkit`, `firefox` or `chromium` those of the
 * main ones in that engine, see browsers/run.ts.
 */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const args = process.argv.slice(2);
const command = args.includes('--engine')
  ? ['node', 'tests/browsers/run.ts']
  : ['playwright', 'test', '--config', 'tests/e2e/screens.config.ts'];
const [program, ...rest] = command;
const child = spawn(resolve(ROOT, 'node_modules/.bin', program!), [...rest, ...args], { cwd: ROOT, stdio: 'inherit' });
child.once('exit', (code) => (process.exitCode = code ?? 1));
