import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { can, type Role, ROLES } from '#core/domain/studio/roles.ts';
import type { Ctx } from '#core/zero/context.ts';
import { schema } from '#core/zero/schema.ts';
import { findRole } from '#functions/platform/auth/authorization.ts';
import { MUTATION_CASES, nameOf } from '../support/back-office-cases.ts';
import { QUERY_CASES } from '../support/back-office-query-cases.ts';
import { makeMembers, makeRows, type Members, missingRows, type Rows, snapshot } from '../support/back-office-rows.ts';
import { type Args, type BackOffice, backOffice, mutatorNames, queryNames, type Row } from '../support/back-office.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

/** Every actor × every noun × every operation. */
const ACTORS = [...ROLES, 'removed member', "other account's owner", 'nobody'] as const;
type Actor = (typeof ACTORS)[number];

const MUTATIONS = Object.entries(MUTATION_CASES).map(([label, entry]) => ({ label, ...entry }));
const QUERIES = Object.entries(QUERY_CASES).map(([label, entry]) => ({ label, ...entry }));
const cells = <T>(entries: T[]) => entries.flatMap((entry) => ACTORS.map((actor) => ({ ...entry, actor })));

let database: TestDatabase;
let office: BackOffice;
/** A studio for each actor, with rows last changed by that actor; a test's changes are rolled back. */
let studios: Record<Actor, { members: Members; rows: Rows }>;
let ours: Members;
let theirs: Members;
let theirRows: Rows;
let untouched: ReadonlyMap<string, string[]>;
beforeAll(async () => {
  database = await createDatabase();
  office = backOffice(database);
  studios = Object.fromEntries(
    await Promise.all(
      ACTORS.map(async (actor) => {
        const members = await makeMembers(database.pool);
        const author = isMember(actor) ? members.people[actor] : undefined;
        return [actor, { members, rows: await makeRows(database.pool, members.accountId, author) }] as const;
      }),
    ),
  ) as typeof studios;
  ours = studios.owner.members;
  theirs = await makeMembers(database.pool);
  theirRows = await makeRows(database.pool, theirs.accountId);
  untouched = await everySnapshot();
});
afterAll(() => database?.drop());

/** All studios, by account id. */
async function everySnapshot(): Promise<Map<string, string[]>> {
  const accounts = [...Object.values(studios).map(({ members }) => members.accountId), theirs.accountId];
  return new Map(await Promise.all(accounts.map(async (id) => [id, await snapshot(database.pool, id)] as const)));
}

/** Context as the server builds it: reads the membership; without one there is no context. */
async function contextOf(actor: Actor): Promise<Ctx | undefined> {
  if (actor === 'nobody') return undefined;
  if (actor === "other account's owner") return contextIn(theirs, theirs.people.owner);
  const { members } = studios[actor];
  return contextIn(members, actor === 'removed member' ? members.removed : members.people[actor]);
}

async function contextIn({ accountId }: Members, userId: string): Promise<Ctx | undefined> {
  const db = {
    query: async <R>(text: string, values: readonly unknown[] = []) =>
      (await database.pool.query(text, [...values])).rows as R[],
  };
  const role = await findRole(db, userId, accountId);
  return role ? { userId, accountId, role, now: Date.now } : undefined;
}

/** The operator's support on a visit to the studio of the owner's rows. */
const support = (): Ctx => ({ userId: crypto.randomUUID(), accountId: ours.accountId, role: 'support', now: Date.now });

const isMember = (actor: Actor): actor is Role => (ROLES as readonly string[]).includes(actor);
const isSignedOut = (actor: Actor) => actor === 'nobody' || actor === 'removed member';

describe('the matrix', () => {
  it('covers every mutator and every query', () => {
    expect(new Set(MUTATIONS.map(({ label }) => nameOf(label)))).toEqual(new Set(mutatorNames));
    expect(new Set(QUERIES.map(({ label }) => nameOf(label)))).toEqual(new Set(queryNames));
  });

  it('reads every synced table', async () => {
    const read = new Set<string>();
    const ctx = await contextOf('owner');
    for (const { label, args } of QUERIES)
      for (const row of await office.read(nameOf(label), args(studios.owner.rows), ctx)) tablesOf(row, read);
    expect([...read].toSorted()).toEqual(Object.keys(schema.tables).toSorted());
  });
});

describe('mutations', () => {
  it.each(cells(MUTATIONS))('$label by $actor', async ({ label, args, may, stranger, actor }) => {
    const { members, rows } = studios[actor];
    const expected = isSignedOut(actor)
      ? 'unauthorized'
      : !isMember(actor)
        ? stranger
        : may.includes(actor)
          ? 'done'
          : 'forbidden';
    const outcome = await office.attempt(nameOf(label), args(rows), await contextOf(actor), async (db) => {
      const changed = await snapshot(db, members.accountId);
      if (isMember(actor)) expect(changed).not.toEqual(untouched.get(members.accountId));
      else expect(changed).toEqual(untouched.get(members.accountId));
      // A new row of the stranger belongs to the stranger's own account.
      if (isMember(actor)) expect(await snapshot(db, theirs.accountId)).toEqual(untouched.get(theirs.accountId));
    });
    expect(outcome).toBe(expected);
  });

  it.each(MUTATIONS)('$label is refused to support', async ({ label, args }) => {
    expect(await office.mutate(nameOf(label), args(studios.owner.rows), support())).toBe('forbidden');
  });

  it.each(MUTATIONS)('$label is refused in a suspended and in a read-only studio', async ({ label, args }) => {
    const ctx = (await contextOf('owner'))!;
    for (const access of ['suspended', 'read_only'] as const)
      expect(await office.mutate(nameOf(label), args(studios.owner.rows), { ...ctx, access })).toBe(`studio_${access}`);
  });

  it.each(MUTATIONS)('$label refuses unknown arguments', async ({ label, args }) => {
    const ctx = await contextOf('owner');
    const known = JSON.stringify(args(studios.owner.rows));
    for (const stranger of [
      '"accountId":"0000000000"',
      '"role":"owner"',
      '"__proto__":{"id":"0"}',
      '"constructor":{}',
    ]) {
      const forged = JSON.parse(`{${stranger},${known.slice(1)}`) as Args;
      expect(await office.mutate(nameOf(label), forged, ctx), stranger).toBe('validation_failed');
    }
  });

  const naming = MUTATIONS.filter(({ stranger }) => stranger === 'not_found');
  it.each(naming)('$label answers for a foreign row as for a missing one', async ({ label, args }) => {
    const ctx = await contextOf('owner');
    const foreign = await office.refusal(nameOf(label), args(theirRows), ctx);
    const missing = await office.refusal(nameOf(label), args(missingRows(theirs.accountId)), ctx);
    expect(foreign).toEqual(missing);
    expect(foreign?.code).toBe('not_found');
  });

  const mixing = MUTATIONS.filter(({ mixed }) => mixed);
  it.each(mixing)('$label refuses a foreign row among own ones', async ({ label, mixed }) => {
    const ctx = await contextOf('owner');
    const own = studios.owner.rows;
    const missing = mixed!(own, missingRows(theirs.accountId));
    for (const [index, args] of mixed!(own, theirRows).entries()) {
      const foreign = await office.refusal(nameOf(label), args, ctx);
      expect(foreign?.code).toBe('not_found');
      expect(foreign).toEqual(await office.refusal(nameOf(label), missing[index], ctx));
    }
  });

  it('leave every account unchanged when refused', async () => {
    expect(await everySnapshot()).toEqual(untouched);
  });
});

describe('queries', () => {
  it.each(cells(QUERIES))('$label by $actor', async ({ label, args, may, shows, actor }) => {
    const { members, rows } = studios[actor];
    const own = actor === "other account's owner" ? theirs : members;
    const ctx = await contextOf(actor);
    const found = await office.read(nameOf(label), args(rows), ctx);
    for (const row of found) expect(accountsOf(row)).toEqual(new Set([own.accountId]));
    if (isMember(actor) && may.includes(actor)) {
      expect(found.map(keyOf)).toEqual(expect.arrayContaining(shows(rows)));
    } else if (actor !== "other account's owner") {
      expect(found).toEqual([]);
    }
  });

  it.each(QUERIES)('$label shows support what it may read, and no client', async ({ label, args, needs }) => {
    const found = await office.read(nameOf(label), args(studios.owner.rows), support());
    if (!needs.every((capability) => can('support', capability))) expect(found).toEqual([]);
    const tables = new Set<string>();
    for (const row of found) tablesOf(row, tables);
    for (const table of ['customers', 'sessions', 'payments', 'orders', 'customerContacts', 'messages'])
      expect([...tables]).not.toContain(table);
  });

  it.each(QUERIES.filter(({ args }) => args(missingRows('0'.repeat(10))) !== undefined))(
    '$label returns no row of another account named in its arguments',
    async ({ label, args }) => {
      const found = await office.read(nameOf(label), args(theirRows), await contextOf('owner'));
      for (const row of found) expect(accountsOf(row)).toEqual(new Set([ours.accountId]));
    },
  );
});

const keyOf = (row: Row) =>
  row['id'] ??
  row['key'] ??
  row['email'] ??
  row['photoId'] ??
  row['sessionId'] ??
  row['orderId'] ??
  row['customerId'] ??
  row['month'] ??
  row['kind'] ??
  row['accountId'];

/** Account ids in a row and its related rows. */
function accountsOf(row: Row, accounts = new Set<unknown>()): Set<unknown> {
  if ('accountId' in row) accounts.add(row['accountId']);
  else if ('slug' in row) accounts.add(row['id']);
  for (const value of Object.values(row).flat())
    if (typeof value === 'object' && value !== null) accountsOf(value as Row, accounts);
  return accounts;
}

/** Tables of a row and its related rows, identified by their columns. */
function tablesOf(row: Row, tables: Set<string>): void {
  const columns = new Set(Object.keys(row));
  for (const table of Object.values(schema.tables))
    if (Object.keys(table.columns).every((column) => columns.has(column))) tables.add(table.name);
  for (const value of Object.values(row).flat())
    if (typeof value === 'object' && value !== null) tablesOf(value as Row, tables);
}
