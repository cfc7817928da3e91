/** The product's start and a back office's first sync, with one studio and with many. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { SECOND_MS } from '#core/domain/values/durations.ts';
import { queries } from '#core/zero/queries.ts';
import { asAdmin, databaseUrl } from '#local/postgres/addresses.ts';
import { startPostgres } from '#local/postgres/cluster.ts';
import { CLUSTER_FOLDER } from '#local/supervisor/data-folder.ts';
import type { Figure } from '../../bench/figure.ts';
import { memoryNow } from '../../bench/images/processor-time.ts';
import { createOffice, type Office } from '../../bench/studio.ts';
import { zeroClient } from '../../bench/sync.ts';
import { freePort } from '../../support/free-port.ts';
import {
  descendantsOf,
  freeBase,
  processOf,
  removeDataFolder,
  startStack,
  temporaryFolder,
} from '../../support/stack.ts';
import { within } from '../../support/within.ts';
import { accountId, galleryId, generate, type Installation } from './generate.ts';

/** What one studio may cost in a large installation, compared with it alone. */
const LIMIT = 1.3;
const ROUNDS = 9;
/** Shorter times are compared as this one: they are mostly waiting for the processor. */
const FLOOR_MS = 100;
const SYNC_LIMIT_MS = 60 * SECOND_MS;

/** Seconds, milliseconds and megabytes by name. */
interface Measured {
  firstStart: number;
  start: number;
  lists: number;
  photos: number;
  replica: number;
  memory: number;
}

export async function compareSync(size: Installation): Promise<Figure[]> {
  const alone = await measureSync({ ...size, studios: 1 });
  const among = await measureSync(size);
  const both = (what: string, name: keyof Measured, unit: string): Figure[] => [
    { bar: 'scale', what: `${what}, alone`, value: alone[name], limit: null, unit },
    { bar: 'scale', what: `${what}, among many`, value: among[name], limit: null, unit },
  ];
  const compared = (what: string, name: keyof Measured, unit: string): Figure[] => [
    ...both(what, name, unit),
    {
      bar: 'scale',
      what,
      value: Math.max(FLOOR_MS, among[name]) / Math.max(FLOOR_MS, alone[name]),
      limit: LIMIT,
      unit: '× alone',
    },
  ];
  return [
    ...both("start with zero-cache's first copy", 'firstStart', 's'),
    // Of once each: too few for a limit.
    ...both('start', 'start', 's'),
    ...compared('first sync of the galleries', 'lists', 'ms'),
    ...compared("first sync of a gallery's photos", 'photos', 'ms'),
    ...both("zero-cache's replica", 'replica', 'MB'),
    ...both("zero-cache's memory", 'memory', 'MB'),
  ];
}

/** Starts the product with an installation of this size three times: to make it, to copy it, and as on any other day. */
async function measureSync(size: Installation): Promise<Measured> {
  const dataDir = temporaryFolder();
  // The same ports each time: the owner's session names them.
  const server = { dataDir, port: await freeBase() };
  try {
    const office = await makeInstallation(server, size);
    const [firstStart] = await start(server, async () => {});
    const [started, measured] = await start(server, async (stack) => {
      const times = await measureClients({ ...office, stack });
      const replica = await stat(join(dataDir, 'zero', 'replica.db'));
      const pid = processOf(stack, 'zero-cache');
      const memory = [pid, ...descendantsOf(pid)].reduce((sum, one) => sum + memoryNow(one), 0);
      return { ...times, replica: replica.size / 1e6, memory };
    });
    return { firstStart, start: started, ...measured };
  } finally {
    removeDataFolder(dataDir);
  }
}

interface ServerOptions {
  dataDir: string;
  port: number;
}

/** Runs `work` in the product. Returns the seconds until it was ready, and the result. */
async function start<T>(
  server: ServerOptions,
  work: (stack: Awaited<ReturnType<typeof startStack>>) => Promise<T>,
): Promise<[number, T]> {
  const began = performance.now();
  const stack = await startStack(server);
  try {
    return [(performance.now() - began) / SECOND_MS, await work(stack)];
  } finally {
    await stack.stop();
  }
}

/** Adds the rows while the product is stopped, and removes the replica. Returns the first studio with its owner. */
async function makeInstallation(server: ServerOptions, size: Installation): Promise<Omit<Office, 'stack'>> {
  const { dataDir } = server;
  const [, office] = await start(server, async (stack) => {
    const database = new pg.Pool({ connectionString: databaseUrl(stack.ports.postgres), max: 1 });
    try {
      return await createOffice(stack, database);
    } finally {
      await database.end();
    }
  });
  const postgres = await startPostgres({ dir: join(dataDir, CLUSTER_FOLDER), port: await freePort(), durable: false });
  const db = new pg.Client({ connectionString: asAdmin(postgres.url) });
  await db.connect();
  try {
    await generate(db, size);
    const owner = [accountId(1), office.session.user.id];
    await db.query('update account_members set user_id = $2 where account_id = $1', owner);
  } finally {
    await db.end();
    await postgres.stop();
  }
  await rm(join(dataDir, 'zero'), { recursive: true });
  return { ...office, account: { ...office.account, id: accountId(1) } };
}

/**
 * Best times of new clients until the galleries and until the photos of one are complete, in milliseconds: the two
 * installations are measured minutes apart, and a busy machine only adds to a time.
 */
async function measureClients(office: Office): Promise<Pick<Measured, 'lists' | 'photos'>> {
  const [lists, photos]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const zero = zeroClient(office);
    const time = async (what: string, rows: () => Promise<unknown>) => {
      const began = performance.now();
      await within(SYNC_LIMIT_MS, what, rows());
      return performance.now() - began;
    };
    const complete = { type: 'complete' } as const;
    lists.push(await time('the galleries', () => zero.run(queries.galleries.list({ limit: 100 }), complete)));
    const gallery = queries.galleries.photos({ galleryId: galleryId(1, 40) });
    photos.push(await time('the photos', () => zero.run(gallery, complete)));
    await zero.close();
  }
  return { lists: Math.min(...lists), photos: Math.min(...photos) };
}
