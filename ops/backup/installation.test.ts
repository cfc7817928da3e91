import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RUNNING_FILE } from '../lib/running-installation.ts';
import { findInstallation } from './installation.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'albumen-installation-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const account = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'hunter2' };
const buckets = { ORIGINALS_BUCKET: 'the-originals', RENDITIONS_BUCKET: 'the-renditions' };
const env = { ...account, ...buckets, DATABASE_DIRECT_URL: 'postgres://a:hunter2@db.example/x' };

it('takes the database and buckets of the environment, and names them without their secrets', async () => {
  const { name, database } = await findInstallation({}, env);
  expect(name).toBe('the database at db.example, the buckets the-originals and the-renditions');
  expect(database.client).toMatchObject({ host: 'db.example', password: 'hunter2' });
  await expect(findInstallation({}, { ...env, ORIGINALS_BUCKET: undefined })).rejects.toThrow('ORIGINALS_BUCKET');
});

it('takes the installation of a named data folder, whatever the environment says', async () => {
  const local = { ...env, DATABASE_DIRECT_URL: 'postgres://a:b@127.0.0.1:4307/postgres' };
  const running = { process: process.pid, origin: 'http://localhost:4300', env: local };
  writeFileSync(join(folder, RUNNING_FILE), JSON.stringify(running));
  const { name, database } = await findInstallation({ data: folder }, env);
  expect(name).toContain('the installation at http://localhost:4300');
  expect(database.client.port).toBe(4307);
});
