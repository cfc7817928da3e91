import { type ReadonlyJSONValue, defineMutator, defineMutators } from '@rocicorp/zero';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ROLES, type Role } from '#core/domain/studio/roles.ts';
import { parseSyncGroups } from '#core/domain/studio/sync-groups.ts';
import { SECOND_MS } from '#core/domain/values/durations.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { schema } from '#core/zero/schema.ts';
import { mapConcurrently } from '#functions/platform/concurrency.ts';
import { type ApiStack, startApi } from '../support/api.ts';
import { MUTATION_CASES, nameOf } from '../support/back-office-cases.ts';
import { QUERY_CASES } from '../support/back-office-query-cases.ts';
import { makeMembers, makeRows, type Members, type Rows, snapshot } from '../support/back-office-rows.ts';
import { type Args, mutatorNames, queryNames, type Row } from '../support/back-office.ts';
import { markAccount } from '../support/canary.ts';
import { type Canary, CANARY_COUNTS, canaryArgs, insertCanary } from '../support/canary-studio.ts';
import { insertRow } from '../support/rows.ts';
import { stranger } from '../support/studio.ts';
import type { Person } from '../support/tokens.ts';
import { PATIENCE, startZeroGroups, type WindowOptions, type ZeroGroups } from '../support/zero-groups.ts';

const LONG = { timeout: 180 * SECOND_MS };
/** Queries or mutations of a window at a time: one after another, each would wait for a replication. */
const AT_ONCE = 10;
/** Numbers of no other file: the databases of all files share a server, which names slots by them. */
const GROUPS = parseSyncGroups('4:0-15 5:16-31');
const NUMBERS = GROUPS.map(({ number }) => number);
/** States of a connection that Zero never leaves without the page. */
const ENDED: string[] = ['needs-auth', 'error', 'closed'];
const CELLS = NUMBERS.flatMap((group) => ROLES.map((role) => ({ group, role })));

const MUTATIONS = Object.entries(MUTATION_CASES).map(([label, entry]) => ({ ...entry, name: nameOf(label) }));
const QUERIES = Object.entries(QUERY_CASES).map(([label, entry]) => ({ ...entry, label, name: nameOf(label) }));

interface Marked extends Canary {
  group: number;
  mark: string;
  people: Readonly<Record<Role, Person>>;
}
interface Staffed {
  group: number;
  members: Members;
  rows: Rows;
}

let api: ApiStack;
let zeros: ZeroGroups;
/** Two in each group, with marker words in all texts. */
let marked: Marked[];
/** Two in each group, with the rows of the matrix. */
let staffed: Staffed[];

beforeAll(async () => {
  api = await startApi();
  zeros = await startZeroGroups(api, GROUPS);
  marked = [];
  for (const group of NUMBERS)
    for (const at of ['first', 'second']) {
      const studio = await inGroup(group, () => insertCanary(api.db.pool));
      marked.push({ ...studio, group, mark: `canary${at}of${group}`, people: await insertPeople(studio.id) });
    }
  staffed = [];
  for (const group of [...NUMBERS, ...NUMBERS]) {
    const members = await inGroup(group, async () => {
      const made = await makeMembers(api.db.pool);
      return { ...made, id: made.accountId };
    });
    staffed.push({ group, members, rows: await makeRows(api.db.pool, members.accountId) });
  }
  for (const { id, mark } of marked) await markAccount(api.db.pool, id, mark);
  await Promise.all(GROUPS.map((group) => zeros.start(group)));
}, 2 * LONG.timeout);

afterAll(async () => {
  await zeros.close();
  await api.close();
}, 2 * LONG.timeout);

async function inGroup<T extends { id: string }>(group: number, make: () => Promise<T>): Promise<T> {
  for (;;) {
    const studio = await make();
    if (await zeros.serves(group, studio.id)) return studio;
    await api.db.pool.query('delete from accounts where id = $1', [studio.id]);
  }
}

async function insertPeople(accountId: string): Promise<Marked['people']> {
  const people = ROLES.map((role) => [role, stranger()] as const);
  for (const [role, { userId, email }] of people)
    await insertRow(api.db.pool, 'account_members', { account_id: accountId, user_id: userId, role, email });
  return Object.fromEntries(people) as Marked['people'];
}

const personOf = (userId: string): Person => ({ userId, email: `${userId}@example.org` });

async function open(options: WindowOptions) {
  const zero = await zeros.open(options);
  onTestFinished(() => zero.close());
  return zero;
}
type Window = Awaited<ReturnType<typeof open>>;
type Query = Parameters<Window['run']>[0];

/** An entry of a registry by its name, `galleries.byId`. */
const entryOf = (registry: object, name: string): ((args: Args) => unknown) =>
  name.split('.').reduce((at, key) => at[key as never], registry) as never;

/** Waits for an answer of the server; once a connection has ended, Zero would wait for it without end. */
async function answered<T>(zero: Window, answer: Promise<T>): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const look = (state: typeof zero.connection.state.current) => {
    if (ENDED.includes(state.name)) reject(new Error(`the connection has ended: ${JSON.stringify(state)}`));
  };
  const leave = zero.connection.state.subscribe(look);
  look(zero.connection.state.current);
  return Promise.race([answer, ended]).finally(leave);
}

/** Runs a query in a window until the server has answered. @throws what the server has refused */
async function read(zero: Window, name: string, args: Args): Promise<Row[]> {
  const view = zero.materialize(entryOf(queries, name)(args) as Query);
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  view.addListener((rows, type, error) => {
    if (type === 'complete') resolve(rows);
    if (type === 'error') reject(new Error(`${name} is refused: ${JSON.stringify(error)}`));
  });
  try {
    const found = await answered(zero, promise);
    return (Array.isArray(found) ? found : [found].filter((row) => row !== undefined)) as Row[];
  } finally {
    view.destroy();
  }
}

/** Account ids in rows and their related rows. */
function accountsOf(value: unknown, accounts = new Set<unknown>()): Set<unknown> {
  if (typeof value !== 'object' || value === null) return accounts;
  if ('accountId' in value) accounts.add(value.accountId);
  else if ('slug' in value) accounts.add((value as Row)['id']);
  for (const one of Object.values(value)) accountsOf(one, accounts);
  return accounts;
}

describe('the canary', () => {
  it.each(CELLS)('$role of group $group sees no text of another studio', LONG, async ({ group, role }) => {
    const [own] = marked.filter((studio) => studio.group === group) as [Marked, Marked];
    const others = marked.filter((studio) => studio !== own);
    const zero = await open({ accountId: own.id, person: own.people[role], group });
    await mapConcurrently(AT_ONCE, queryNames, async (name) => {
      for (const studio of marked) {
        const text = JSON.stringify(await read(zero, name, canaryArgs(name, studio, api.clock.now())));
        for (const { id, mark } of others) for (const trace of [id, mark]) expect(text, name).not.toContain(trace);
        if (studio !== own || role !== 'owner') continue;
        expect(text, name).toContain(CANARY_COUNTS.includes(name) ? own.id : own.mark);
      }
    });
  });
});

describe('the matrix', () => {
  const ofGroup = (group: number) => staffed.filter((studio) => studio.group === group) as [Staffed, Staffed];

  it.each(CELLS)('$role of group $group gets the rows that the role may read', LONG, async ({ group, role }) => {
    const [{ members, rows }] = ofGroup(group);
    const window = { accountId: members.accountId, person: personOf(members.people[role]), group };
    const [allowed, refused] = [await open(window), await open(window)];
    await mapConcurrently(AT_ONCE, QUERIES, async ({ label, name, args, may, shows }) => {
      const isAllowed = may.includes(role);
      // All queries that the role may not run share a window, which therefore holds no row of any other.
      const found = await read(isAllowed ? allowed : refused, name, args(rows));
      if (!isAllowed) return expect(found, label).toEqual([]);
      expect([...accountsOf(found)], label).toEqual([members.accountId]);
      const text = JSON.stringify(found);
      for (const key of shows(rows)) expect(text, label).toContain(JSON.stringify(key));
    });
  });

  it.each(CELLS)('$role of group $group gets no row of a studio that a query names', LONG, async ({ group, role }) => {
    const [own] = ofGroup(group);
    const { accountId, people } = own.members;
    const zero = await open({ accountId, person: personOf(people[role]), group });
    for (const { rows } of staffed.filter((studio) => studio !== own))
      await mapConcurrently(AT_ONCE, QUERIES, async ({ label, name, args }) => {
        for (const found of accountsOf(await read(zero, name, args(rows)))) expect(found, label).toBe(accountId);
      });
  });

  /** Without code of the browser's own, which would refuse much of this before it is sent. */
  const nothing = defineMutator<ReadonlyJSONValue | undefined, typeof schema>(async () => {});
  const nouns = Map.groupBy(mutatorNames, (name) => name.split('.')[0]!);
  const hostile = defineMutators(
    Object.fromEntries(
      [...nouns].map(([noun, names]) => [
        noun,
        Object.fromEntries(names.map((name) => [name.slice(noun.length + 1), nothing])),
      ]),
    ),
  ) as unknown as typeof mutators;

  async function outcomeOf(zero: Window, name: string, args: Args): Promise<string> {
    const mutation = entryOf(hostile, name)(args) as Parameters<Window['mutate']>[0];
    const outcome = await answered(zero, zero.mutate(mutation).server);
    return outcome.type === 'success' ? 'done' : outcome.error.message;
  }

  const everything = async () =>
    new Map(
      await Promise.all(
        staffed.map(async ({ members: { accountId } }) => [accountId, await snapshot(api.db.pool, accountId)] as const),
      ),
    );

  it.each(CELLS)('$role of group $group changes nothing that the role may not', LONG, async ({ group, role }) => {
    const [{ members, rows }] = ofGroup(group);
    const before = await everything();
    const person = personOf(members.people[role]);
    const zero = await open({ accountId: members.accountId, person, group, mutators: hostile });
    const refused = MUTATIONS.filter(({ may }) => !may.includes(role));
    await mapConcurrently(AT_ONCE, refused, async ({ name, args }) =>
      expect(await outcomeOf(zero, name, args(rows)), name).toBe('forbidden'),
    );
    expect(await everything()).toEqual(before);
  });

  it.each(NUMBERS)('an owner of group %i changes nothing of other studios', LONG, async (group) => {
    const [own] = ofGroup(group);
    const before = await everything();
    const { accountId, people } = own.members;
    const zero = await open({ accountId, person: personOf(people.owner), group, mutators: hostile });
    const refused = MUTATIONS.filter((one) => one.stranger !== 'done');
    for (const { rows } of staffed.filter((studio) => studio !== own))
      await mapConcurrently(AT_ONCE, refused, async ({ name, args, stranger: expected }) =>
        expect(await outcomeOf(zero, name, args(rows)), name).toBe(expected),
      );
    expect(await everything()).toEqual(before);
  });

  it.each(NUMBERS)('who is no member of a studio is refused its window in group %i', LONG, async (group) => {
    const [{ members }, neighbour] = ofGroup(group);
    const elsewhere = staffed.find((studio) => studio.group !== group)!;
    const { accountId } = members;
    const owners = [neighbour, elsewhere].map((studio) => personOf(studio.members.people.owner));
    for (const person of [personOf(members.removed), ...owners, stranger(), undefined]) {
      const zero = await open({ accountId, group, ...(person && { person }) });
      let found: unknown;
      const view = zero.materialize(queries.galleries.list({ limit: 100 }));
      view.addListener((rows) => (found = rows));
      await vi.waitFor(() => expect(zero.connection.state.current.name).toBe('needs-auth'), PATIENCE);
      expect(found).toEqual([]);
      view.destroy();
    }
  });

  it('the owner of a studio of the other group is refused its own studio', LONG, async () => {
    for (const { group, members } of staffed.slice(0, NUMBERS.length)) {
      const [other] = NUMBERS.filter((number) => number !== group) as [number];
      const zero = await open({ accountId: members.accountId, person: personOf(members.people.owner), group: other });
      const view = zero.materialize(queries.galleries.list({ limit: 100 }));
      await vi.waitFor(() => expect(zero.connection.state.current.name).toBe('needs-auth'), PATIENCE);
      view.destroy();
    }
  });
});

it('a group’s replica has rows of every table, and none of a studio of the other group', LONG, async () => {
  const marksIn = (group: number) => new Set(zeros.bytesOf(group).match(/canary(first|second)of\d/g) ?? []);
  for (const group of NUMBERS) {
    const own = marked.filter((studio) => studio.group === group).map(({ mark }) => mark);
    await vi.waitFor(() => expect([...marksIn(group)].toSorted()).toEqual(own.toSorted()), PATIENCE);
    const replica = zeros.studiosIn(group);
    const tables = Object.values(schema.tables).map(
      (table) => ('serverName' in table && table.serverName) || table.name,
    );
    expect([...replica.keys()]).toEqual(expect.arrayContaining(tables));
    expect([...replica].filter(([, studios]) => studios.length === 0)).toEqual([]);
    for (const studio of new Set([...replica.values()].flat())) expect(await zeros.serves(group, studio)).toBe(true);
  }
});
