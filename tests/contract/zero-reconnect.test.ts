import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { expect, it, vi } from 'vitest';
import { zeroCacheEnvironment } from '#local/zero-cache/environment.ts';
import { DRAIN, deployedNodeOptions, loseWrites } from '../support/upstream-programs.ts';

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

const HEARD = {
  query: 'resolved',
  startup: 'sent once',
  process: 'goes on',
  transaction: 'rejected: CONNECTION_CLOSED',
  rollback: 'is rejected',
  afterReset: 'resolved',
  types: 'goes on',
  typesQuery: 'rejected: ECONNREFUSED',
};

it('the driver itself never sends the first message of a connection again, and ends the process or waits at a rollback', async () => {
  expect(await loseWrites([])).toEqual({
    query: 'rejected: CONNECT_TIMEOUT',
    startup: 'not sent',
    process: "ends: Cannot read properties of null (reading 'write')",
    transaction: 'rejected: CONNECTION_CLOSED',
    rollback: 'reaches the next connection',
    afterReset: 'waits',
    types: 'ends: ECONNREFUSED',
    typesQuery: 'rejected: ECONNREFUSED',
  });
});

it('connects again after a loss between a message and its sending, and goes on after a rollback', async () => {
  expect(await loseWrites(['--import', DRAIN])).toEqual(HEARD);
});

it('does the same with what the deployment preloads', async () => {
  expect(await loseWrites([], { env: { NODE_OPTIONS: deployedNodeOptions() } })).toEqual(HEARD);
});
