/** The product's start and a back office's first sync: with one studio, with many, and with these in groups. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { accounts } from '#core/api/accounts.ts';
import { groupSuffix } from '#core/domain/studio/sync-groups.ts';
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
  type Stack,
  temporaryFolder,
} from '../../support/stack.ts';
import { studiosIn } from '../../support/replica.ts';
import { within } from '../../support/within.ts';
import { accountId, galleryId, generate, type Installation } from './generate.ts';

/** What one studio may cost in a large installation, compared with it alone. */
const LIMIT = 1.3;
const ROUNDS = 9;
/** Shorter times are compared as this one: they are mostly waiting for the processor. */
const FLOOR_MS = 100;
const SYNC_LIMIT_MS = 60 * SECOND_MS;

/** Seconds and milliseconds by name, and what each zero-cache has. */
interface Measured {
  firstStart: number;
  start: number;
  lists: number;
  photos: number;
  zeroCaches: ZeroCache[];
}

/** What the zero-cache of a group has. */
interface ZeroCache {
  group: number;
  /** Megabytes. */
  replica: number;
  memory: number;
  /** Studios with rows in its replica, and those of them that another group serves. */
  studios: number;
  foreign: number;
}

export async function compareSync(size: Installation): Promise<Figure[]> {
  const alone = await measureSync({ ...size, studios: 1 });
  const among = await measureSync(size);
  const both = (what: string, unit: string, value: (of: Measured) => number): Figure[] => [
    { bar: 'scale', what: `${what}, alone`, value: value(alone), limit: null, unit },
    { bar: 'scale', what: `${what}, among many`, value: value(among), limit: null, unit },
  ];
  const compared = (what: string, value: (of: Measured) => number): Figure[] => [
    ...both(what, 'ms', value),
    {
      bar: 'scale',
      what,
      value: Math.max(FLOOR_MS, value(among)) / Math.max(FLOOR_MS, value(alone)),
      limit: LIMIT,
      unit: '× alone',
    },
  ];
  return [
    ...both(FIRST_START, 's', ({ firstStart }) => firstStart),
    // Of once each: too few for a limit.
    ...both(START, 's', ({ start }) => start),
    ...compared(LISTS, ({ lists }) => lists),
    ...compared(PHOTOS, ({ photos }) => photos),
    ...both(REPLICA, 'MB', ({ zeroCaches }) => zeroCaches[0]!.replica),
    ...both(MEMORY, 'MB', ({ zeroCaches }) => zeroCaches[0]!.memory),
  ];
}

const FIRST_START = "start with zero-cache's first copy";
const START = 'start';
const LISTS = 'first sync of the galleries';
const PHOTOS = "first sync of a gallery's photos";
const REPLICA = "zero-cache's replica";
const MEMORY = "zero-cache's memory";

/** Measures many studios in groups with a zero-cache each, whose replicas may have none of another group. */
export async function measureGroups(size: Installation, groups: number): Promise<Figure[]> {
  const { firstStart, start: started, lists, photos, zeroCaches } = await measureSync(size, groups);
  const figure = (what: string, value: number, unit: string, limit: number | null = null): Figure => {
    return { bar: 'scale', what: `${what}, ${groups} groups`, value, limit, unit };
  };
  return [
    figure(FIRST_START, firstStart, 's'),
    figure(START, started, 's'),
    figure(LISTS, lists, 'ms'),
    figure(PHOTOS, photos, 'ms'),
    ...zeroCaches.flatMap(({ group, replica, memory, studios, foreign }) => [
      figure(`${REPLICA}, group ${group}`, replica, 'MB'),
      figure(`${MEMORY}, group ${group}`, memory, 'MB'),
      figure(`studios in its replica, group ${group}`, studios, ''),
      figure(`of them studios of another group, group ${group}`, foreign, '', 0),
    ]),
  ];
}

/** Starts the product with an installation of this size three times: to make it, to copy it, and as on any other day. */
async function measureSync(size: Installation, groups = 1): Promise<Measured> {
  const dataDir = temporaryFolder();
  // The same ports each time: the owner's session names them.
  const server = { dataDir, port: await freeBase(), groups };
  try {
    const office = await makeInstallation(server, size);
    const [firstStart] = await start(server, async () => {});
    const [started, measured] = await start(server, async (stack) => {
      const account = await firstStudio(office);
      const times = await measureClients({ ...office, account, stack });
      return { ...times, zeroCaches: await measureZeroCaches(stack) };
    });
    return { firstStart, start: started, ...measured };
  } finally {
    removeDataFolder(dataDir);
  }
}

/** Reads the first studio as its owner, with the group that serves it. */
async function firstStudio({ api }: Pick<Office, 'api'>): Promise<Office['account']> {
  const listed = await api.call(accounts.list, {});
  return listed.find(({ id }) => id === accountId(1))!;
}

async function measureZeroCaches(stack: Stack): Promise<ZeroCache[]> {
  const db = new pg.Client({ connectionString: databaseUrl(stack.ports.postgres) });
  await db.connect();
  try {
    return await Promise.all(
      stack.groups.map(async ({ number, first, last }) => {
        const file = join(stack.dataDir, `zero${groupSuffix(number)}`, 'replica.db');
        const { size } = await stat(file);
        const pid = processOf(stack, `zero-cache${groupSuffix(number)}`);
        const memory = [pid, ...descendantsOf(pid)].reduce((sum, one) => sum + memoryNow(one), 0);
        const studios = new Set([...studiosIn(file).values()].flat());
        const { rows } = await db.query<{ foreign: number }>(
          'select count(*)::int as foreign from unnest($1::text[]) id where hashtext(id) & 31 not between $2 and $3',
          [[...studios], first, last],
        );
        return { group: number, replica: size / 1e6, memory, studios: studios.size, foreign: rows[0]!.foreign };
      }),
    );
  } finally {
    await db.end();
  }
}

interface ServerOptions {
  dataDir: string;
  port: number;
  groups: number;
}

/** Runs `work` in the product. Returns the seconds until it was ready, and the result. */
async function start<T>(server: ServerOptions, work: (stack: Stack) => Promise<T>): Promise<[number, T]> {
  const began = performance.now();
  const stack = await startStack(server);
  try {
    return [(performance.now() - began) / SECOND_MS, await work(stack)];
  } finally {
    await stack.stop();
  }
}

/** Adds the rows while the product is stopped, and removes the replicas. Returns the first studio with its owner. */
async function makeInstallation(server: ServerOptions, size: Installation): Promise<Omit<Office, 'stack'>> {
  const { dataDir } = server;
  const [, { office, groups }] = await start(server, async (stack) => {
    const database = new pg.Pool({ connectionString: databaseUrl(stack.ports.postgres), max: 1 });
    try {
      return { office: await createOffice(stack, database), groups: stack.groups };
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
  for (const { number } of groups) await rm(join(dataDir, `zero${groupSuffix(number)}`), { recursive: true });
  return office;
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
