import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { expect, it, vi } from 'vitest';
import { zeroCacheEnvironment } from '#local/zero-cache/environment.ts';

const PG = resolve(import.meta.dirname, '../../node_modules/@rocicorp/zero/out/zero-cache/src/types/pg.js');

/** A loss of two seconds in which pages reconnect: as many attempts failed. */
const ATTEMPTS = 7;

/** Seconds that a connection of zero-cache's waits after some attempts that failed. */
async function waitAfter(attempts: number): Promise<number> {
  const { pgClient } = (await import(pathToFileURL(PG).href)) as { pgClient: (...args: unknown[]) => Client };
  const log = { withContext: () => log };
  const { backoff } = pgClient(log, 'postgres://nobody@127.0.0.1:1/none', 'test').options;
  return typeof backoff === 'function' ? backoff(attempts) : backoff;
}

interface Client {
  options: { backoff: number | ((attempts: number) => number) };
}

it('zero-cache itself waits for ten seconds and more before it tries a lost database again', async () => {
  expect(await waitAfter(ATTEMPTS)).toBeGreaterThan(10);
});

it('tries a lost database again after half a second with the environment that it runs in', async () => {
  const { PGBACKOFF } = zeroCacheEnvironment({
    group: { number: 0, first: 0, last: 31 },
    port: 4848,
    changeStreamerPort: 4849,
    databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
    replicaFile: '/data/replica.db',
    apiOrigin: 'https://albumen.example',
    apiKey: 'key',
    adminPassword: 'password',
  });
  vi.stubEnv('PGBACKOFF', PGBACKOFF);
  expect(await waitAfter(ATTEMPTS)).toBe(0.5);
});
