import { expect, it } from 'vitest';
import type { RunChild } from './child.ts';
import { stageDatabase } from './stage-database.ts';

const POOLED = 'postgres://postgres.abc:hunter2@pooler.example:6543/postgres?sslmode=verify-full';
const DIRECT = 'postgres://postgres:hunter2@db.example:5432/postgres';

/** @param secrets lines of `sst secret list` */
function holding(...secrets: string[]): { run: RunChild; asked: string[] } {
  const asked: string[] = [];
  const run: RunChild = async (_, args) => (
    asked.push(args.join(' ')),
    { code: 0, stdout: secrets.join('\n'), output: '' }
  );
  return { run, asked };
}

it('uses the variable, or else the secret of the stage', async () => {
  const { run, asked } = holding(`DatabaseDirectUrl=${DIRECT}`, `DatabaseUrl=${POOLED}`);
  const given = await stageDatabase(undefined, { env: { DATABASE_DIRECT_URL: 'postgres://a:b@given.example/x' }, run });
  expect(given.host).toBe('given.example');
  expect(asked).toEqual([]);
  expect(await stageDatabase('dev', { env: {}, run })).toMatchObject({ host: 'db.example', client: { port: 5432 } });
  expect(asked).toEqual(['secret list --stage dev']);
});

it('uses the session pooler, regardless of the variable', async () => {
  const { run } = holding(`DatabaseDirectUrl=${DIRECT}`, `DatabaseUrl=${POOLED}`);
  const target = await stageDatabase('dev', { env: { DATABASE_DIRECT_URL: DIRECT }, run, pooled: true });
  expect(target).toMatchObject({
    host: 'pooler.example',
    client: { port: 5432, user: 'postgres.abc', password: 'hunter2' },
  });
});

it('keeps the port of other poolers', async () => {
  const { run } = holding('DatabaseUrl=postgres://a:b@own.example:5433/x');
  expect((await stageDatabase('dev', { env: {}, run, pooled: true })).client.port).toBe(5433);
});

it('names the missing secret and quotes none', async () => {
  const { run } = holding('ImageTokenKey=hunter2');
  await expect(stageDatabase('dev', { env: {}, run, pooled: true })).rejects.toThrow(
    /^The secret DatabaseUrl of "dev"/,
  );
  await expect(stageDatabase('dev', { env: {}, run })).rejects.toThrow(/nor the secret DatabaseDirectUrl of "dev"\.$/);
  const wrong = holding('DatabaseUrl=hunter2');
  await expect(stageDatabase('dev', { env: {}, run: wrong.run, pooled: true })).rejects.toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
  );
});

it('uses secrets that were read before', async () => {
  const { run, asked } = holding();
  const secrets = async () => new Map([['DatabaseUrl', POOLED]]);
  expect((await stageDatabase('dev', { env: {}, run, secrets, pooled: true })).host).toBe('pooler.example');
  expect(asked).toEqual([]);
});
