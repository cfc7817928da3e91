import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { accounts } from '#core/api/accounts.ts';
import { parseSyncGroups } from '#core/domain/studio/sync-groups.ts';
import { SECOND_MS } from '#core/domain/values/durations.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { asAdmin } from '#local/postgres/addresses.ts';
import { type ApiStack, startApi } from '../support/api.ts';
import { insertGallery } from '../support/rows.ts';
import { makeStudio, type Studio } from '../support/studio.ts';
import { PATIENCE, startZeroGroups, type ZeroGroups } from '../support/zero-groups.ts';

const LONG = { timeout: 300 * SECOND_MS };

/** Two groups; then a third, to which the studios of the first move. */
const [TWO, MOVING, MOVED, DONE] = [
  '1:0-15 2:16-31',
  '1:0-15 2:16-31 3:0-15',
  '3:0-15 2:16-31 1:0-15',
  '3:0-15 2:16-31',
].map(parseSyncGroups) as [Groups, Groups, Groups, Groups];
type Groups = ReturnType<typeof parseSyncGroups>;

let api: ApiStack;
let zeros: ZeroGroups;
/** A studio with a gallery in each group. */
let ours: Studio & { galleryId: string };
let theirs: typeof ours;

beforeAll(async () => {
  api = await startApi();
  zeros = await startZeroGroups(api, TWO, MOVING);
  [ours, theirs] = [await studioIn(1), await studioIn(2)];
  await Promise.all(TWO.map((group) => zeros.start(group)));
}, LONG.timeout);

afterAll(async () => {
  await zeros.close();
  await api.close();
}, LONG.timeout);

async function studioIn(group: number): Promise<typeof ours> {
  for (;;) {
    const studio = await makeStudio(api);
    if (!(await zeros.serves(group, studio.id))) continue;
    return { ...studio, galleryId: await insertGallery(api.db.pool, studio.id, { name: 'Before' }) };
  }
}

/** A back office of the studio's owner, connected to a group, with its gallery: no window changes a row it lacks. */
async function openWindow({ id, owner, galleryId }: typeof ours, group: number) {
  const zero = await zeros.open({ accountId: id, person: owner, group });
  const view = zero.materialize(queries.galleries.byId({ id: galleryId }));
  let name: string | undefined;
  view.addListener((row) => (name = (row as { name: string } | undefined)?.name));
  onTestFinished(async () => {
    view.destroy();
    await zero.close();
  });
  await vi.waitFor(() => expect(name).toBeDefined(), PATIENCE);
  return {
    zero,
    rename: (to: string) =>
      zero.mutate(mutators.galleries.update({ id: galleryId, changes: { name: to }, now: Date.now() })),
    shows: (expected: string) => vi.waitFor(() => expect(name).toBe(expected), PATIENCE),
  };
}

it('windows of each group see the changes of their own studio', LONG, async () => {
  for (const [studio, group] of [
    [ours, 1],
    [theirs, 2],
  ] as const) {
    const [first, second] = [await openWindow(studio, group), await openWindow(studio, group)];
    await second.shows('Before');
    first.rename(`Of group ${group}`);
    await second.shows(`Of group ${group}`);
  }
});

it('a studio moves to another group without losing what is changed meanwhile', LONG, async () => {
  const staying = await openWindow(ours, 1);
  await staying.shows('Of group 1');
  await zeros.start(MOVING[2]!);
  api.operator.syncGroups = MOVED;
  const [listed] = (await api.call('GET', '/api/accounts', { as: ours.owner })).read(accounts.list);
  expect(listed!.syncGroups).toEqual([3, 1]);
  const moved = await openWindow(ours, 3);
  await moved.shows('Of group 1');
  // The old window has not moved yet: both see what the other one changes.
  expect(await staying.rename('Changed during the move').server).toMatchObject({ type: 'success' });
  await moved.shows('Changed during the move');
  moved.rename('Changed after the move');
  await staying.shows('Changed after the move');
  // The group has no right to the studio's queries any more, so the page asks for the list of studios and moves.
  api.operator.syncGroups = DONE;
  await vi.waitFor(() => expect(staying.zero.connection.state.current.name).toBe('needs-auth'), PATIENCE);
  await zeros.stop(1);
  moved.rename('Without the old group');
  await (await openWindow(ours, 3)).shows('Without the old group');
});

/** Returns the names of what each group has in the database, by its number. */
async function leftBehind(): Promise<Record<string, string[]>> {
  const { rows } = await api.db.pool.query<{ number: string; name: string }>(
    `select substring(name from '^_?zero_(\\d)(?:_|$)') as number, name from (
       select nspname as name from pg_namespace
       union all select slot_name from pg_replication_slots where database = current_database()
       union all select pubname from pg_publication
       union all select evtname from pg_event_trigger) found
     where name ~ '^_?zero_\\d(_|$)' order by 2`,
  );
  const ofGroups = Map.groupBy(rows, ({ number }) => number);
  return Object.fromEntries([...ofGroups].map(([number, found]) => [number, found.map(({ name }) => name)]));
}

it('the SQL of the guide drops a removed group, and leaves the others', LONG, async () => {
  const guide = readFileSync(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const [sql] = /do \$\$(?:(?!\$\$)[^])*pg_drop_replication_slot[^]*?\$\$;/.exec(guide)!;
  const { 1: removed, ...others } = await leftBehind();
  // Four schemas, a slot, a publication and two event triggers.
  expect(removed).toHaveLength(8);
  // As zero-cache, whose objects they are.
  const admin = new pg.Client({ connectionString: asAdmin(api.db.url) });
  await admin.connect();
  onTestFinished(() => admin.end());
  await admin.query(sql!.replace("'zero'", "'zero_1'"));
  expect(await leftBehind()).toEqual(others);
  const window = await openWindow(ours, 3);
  window.rename('After the removal');
  await (await openWindow(ours, 3)).shows('After the removal');
  // A migration that changes what is synced tells every zero-cache that is left.
  await admin.query('select public.publish_to_zero()');
  await (await openWindow(theirs, 2)).shows('Of group 2');
});
