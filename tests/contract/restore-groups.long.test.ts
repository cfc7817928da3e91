import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { accounts } from '#core/api/accounts.ts';
import { MINUTE_MS, SECOND_MS } from '#core/domain/values/durations.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { ProductApi } from '#local/demo/product-api.ts';
import { databaseUrl } from '#local/postgres/addresses.ts';
import { createOffice, signIn } from '../bench/studio.ts';
import { zeroClient } from '../bench/sync.ts';
import { command } from '../support/backup.ts';
import { insertGallery } from '../support/rows.ts';
import { removeDataFolder, type Stack, startStack, temporaryFolder } from '../support/stack.ts';
import { within } from '../support/within.ts';

const GROUPS = 2;
const PATIENCE_MS = 60 * SECOND_MS;
const LONG = { timeout: 15 * MINUTE_MS };
const NO_VARIABLES = { DATABASE_DIRECT_URL: undefined, ORIGINALS_BUCKET: undefined, RENDITIONS_BUCKET: undefined };

interface Kept {
  id: string;
  email: string;
  galleryId: string;
}

async function run(tool: 'backup' | 'restore', ...args: string[]): Promise<void> {
  const { code, output } = await command(tool, args, NO_VARIABLES).ended;
  expect([code, output]).toEqual([0, output]);
}

/** Makes a studio with a gallery in each group. */
async function makeStudios(stack: Stack): Promise<Kept[]> {
  const database = new Pool({ connectionString: databaseUrl(stack.ports.postgres) });
  const kept = new Map<number, Kept>();
  try {
    while (kept.size < GROUPS) {
      const { account, session } = await createOffice(stack, database);
      const galleryId = await insertGallery(database, account.id, { name: `Of ${account.id}` });
      kept.set(account.syncGroups[0]!, { id: account.id, email: session.user.email!, galleryId });
    }
    return [...kept.values()];
  } finally {
    await database.end();
  }
}

/**
 * Signs the owner in, and renames the gallery in one of two windows of the studio, which connect to the group that
 * serves it.
 * @returns that group
 */
async function rename(stack: Stack, { id, email, galleryId }: Kept, from: string, to: string): Promise<number> {
  const session = await signIn(stack, email);
  const listed = await new ProductApi(stack.origin, session.access_token).call(accounts.list, {});
  const account = listed.find((one) => one.id === id)!;
  const [first, second] = [zeroClient({ stack, session, account }), zeroClient({ stack, session, account })];
  try {
    const query = queries.galleries.byId({ id: galleryId });
    const { promise: isRenamed, resolve } = Promise.withResolvers<void>();
    second.materialize(query).addListener((row) => row?.name === to && resolve());
    const read = within(PATIENCE_MS, 'the gallery', first.run(query, { type: 'complete' }));
    expect((await read)?.name).toBe(from);
    const change = mutators.galleries.update({ id: galleryId, changes: { name: to }, now: Date.now() });
    expect(await within(PATIENCE_MS, 'the answer', first.mutate(change).server)).toMatchObject({ type: 'success' });
    await within(PATIENCE_MS, 'the name in the other window', isRenamed);
    return account.syncGroups[0]!;
  } finally {
    await Promise.all([first.close(), second.close()]);
  }
}

let folder: string;
let studios: Kept[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'albumen-groups-backup-'));
  studios = await withStack({ groups: GROUPS }, async (source) => {
    const made = await makeStudios(source);
    for (const one of made) await rename(source, one, `Of ${one.id}`, 'Before the backup');
    await run('backup', '--to', folder, '--data', source.dataDir);
    return made;
  });
}, LONG.timeout);
afterAll(() => rm(folder, { recursive: true }));

it.each([
  { restored: GROUPS, later: [1, GROUPS] },
  { restored: 1, later: [GROUPS] },
])('a backup of two groups, restored into $restored, starts with $later', LONG, async ({ restored, later }) => {
  const dataDir = temporaryFolder();
  onTestFinished(() => removeDataFolder(dataDir));
  let name = 'Before the backup';
  for (const [at, groups] of [restored, ...later].entries()) {
    await withStack({ groups, dataDir }, async (target) => {
      // While the zero-caches serve: `npm start` has no way to stop them.
      if (at === 0) await run('restore', '--from', folder, '--data', dataDir);
      const served = new Set<number>();
      for (const one of studios) served.add(await rename(target, one, name, `Start ${at}`));
      expect(served.size).toBe(groups);
      name = `Start ${at}`;
    });
  }
});

async function withStack<T>(
  options: { groups: number; dataDir?: string },
  work: (stack: Stack) => Promise<T>,
): Promise<T> {
  const stack = await startStack(options);
  try {
    return await work(stack);
  } finally {
    await stack.stop();
  }
}
