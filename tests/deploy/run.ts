/**
 * `npm run test:deploy`: tests a deployment without an AWS account. Arguments are vitest's, such as the name of a file.
 * `--install` only installs what the tests need.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { shareGraphs } from './graph/evaluate.ts';
import { install, NotPreparedError, prepare, ROOT } from './prepare.ts';

/** Read by tests/run.ts. */
const REPORT = join(ROOT, '.build/reports/deploy.json');

function run(script: string, ...args: string[]): Promise<boolean> {
  const child = spawn(join(ROOT, 'node_modules/.bin', script), args, { cwd: ROOT, stdio: 'inherit' });
  return new Promise((done) => {
    child.once('error', () => done(false));
    child.once('exit', (code) => done(code === 0));
  });
}

const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(0)} s`;

async function main(): Promise<boolean> {
  if (process.argv[2] === '--install') {
    await install();
    return true;
  }
  const started = Date.now();
  await prepare();
  console.log(`prepared in ${seconds(started)}`);
  const files = process.argv.slice(2);
  // Stages that several files evaluate.
  const [typed] = await Promise.all([
    run('tsc', '--project', 'stacks/tsconfig.sst.json', '--checkers', '1'),
    files.length === 0 && shareGraphs(['dev', 'production', 'pr-7']),
  ]);
  const config = join(import.meta.dirname, 'vitest.config.ts');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
  const tested = await run('vitest', 'run', '--config', config, ...reporters, ...files);
  // Last: the end of a log is what people read.
  if (!typed) console.error("The stacks do not fit SST's own types: tsc's errors are above the tests.");
  return typed && tested;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  if (!(error instanceof NotPreparedError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
