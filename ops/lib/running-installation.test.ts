import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RUNNING_FILE, runningInstallation } from './running-installation.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'albumen-running-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const env = { DATABASE_DIRECT_URL: 'postgres://postgres:hunter2@127.0.0.1:4307/postgres' };
const write = (content: object) => writeFileSync(join(folder, RUNNING_FILE), JSON.stringify(content));

it('returns the variables of the installation that runs on a folder, and names it', () => {
  write({ process: process.pid, origin: 'http://localhost:4300', env });
  expect(runningInstallation(folder)).toEqual({
    name: `the installation at http://localhost:4300, which npm start runs on ${folder}`,
    env,
  });
});

it('refuses a folder on which nothing runs, also after a crash', () => {
  const refusal = `npm start does not run on ${folder}`;
  expect(() => runningInstallation(folder)).toThrow(refusal);
  // Above the highest process id that Linux gives.
  write({ process: 2 ** 22 + 1, origin: 'http://localhost:4300', env });
  expect(() => runningInstallation(folder)).toThrow(refusal);
});
