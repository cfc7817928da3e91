import { mustGetQuery } from '@rocicorp/zero';
import { handleQueryRequest } from '@rocicorp/zero/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { MAX_GALLERY_PICKS } from '#core/domain/galleries/proofing.ts';
import type { Ctx } from '#core/zero/context.ts';
import { queries } from '#core/zero/queries.ts';
import { schema } from '#core/zero/schema.ts';
import { withinAccount } from '#functions/zero/account-fence.ts';
import { backOffice, queryNames, type Args, type BackOffice } from '../support/back-office.ts';
import { QUERY_CASES } from '../support/back-office-query-cases.ts';
import { makeMembers, memberContext, missingRows } from '../support/back-office-rows.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { insertCustomer, insertGallery, insertPhoto, insertRow, newId } from '../support/rows.ts';

let database: TestDatabase;
let office: BackOffice;
let ctx: Ctx;
/** Published columns by table. */
let published: Map<string, string[]>;
beforeAll(async () => {
  database = await createDatabase();
  office = backOffice(database);
  ctx = memberContext(await makeMembers(database.pool), 'owner');
  const { rows } = await database.pool.query<{ tablename: string; attnames: string[] }>(
    `select tablename, attnames::text[] from pg_publication_tables where pubname = 'zero_studio'`,
  );
  published = new Map(rows.map(({ tablename, attnames }) => [tablename, attnames]));
});
afterAll(() => database?.drop());

const day = (number: number) => new Date(Date.UTC(2030, 0, 1) + number * DAY_MS);
const idsOf = async (name: string, args: Args) => (await office.read(name, args, ctx)).map(({ id }) => id);

/** The AST of a query, as its definition makes it. */
async function astOf(name: string, args: Args, as: Ctx | undefined): Promise<Ast> {
  return (await answerOf(name, args, as)).queries[0].ast;
}

/** The AST that zero-cache gets for a query. */
async function fencedAstOf(name: string, args: Args, as: Ctx): Promise<Ast> {
  const answer = withinAccount(await answerOf(name, args, as), as.accountId);
  return (answer as unknown as AnswerOfOne).queries[0].ast;
}

type AnswerOfOne = { queries: [{ ast: Ast }] };

async function answerOf(name: string, args: Args, as: Ctx | undefined) {
  const answer = await handleQueryRequest({
    schema,
    userID: as?.userId ?? null,
    query: {},
    body: ['transform', [{ id: 'q', name, args: args === undefined ? [] : [args] }]],
    handler: (query, given) => mustGetQuery(queries, query).fn({ args: given, ctx: as }),
  });
  return answer as typeof answer & AnswerOfOne;
}

interface Ast {
  table: string;
  where?: Condition;
  limit?: number;
  related?: { subquery: Ast; correlation: { parentField: string[]; childField: string[] } }[];
}
type Condition =
  | { type: 'simple'; op: string; left: { name: string }; right: { value: unknown } }
  | { type: 'and' | 'or'; conditions: Condition[] }
  | { type: 'correlatedSubquery'; related: { subquery: Ast } };

/** Conditions that are combined by AND. */
function demands(condition: Condition | undefined): Extract<Condition, { type: 'simple' }>[] {
  if (condition?.type === 'simple') return [condition];
  return condition?.type === 'and' ? condition.conditions.flatMap(demands) : [];
}

/** A query with all its parts: those of `related` and of `exists`. */
function partsOf(ast: Ast): Ast[] {
  const inner = [...(ast.related ?? []).map(({ subquery }) => subquery), ...existsOf(ast.where)];
  return [ast, ...inner.flatMap(partsOf)];
}

function existsOf(condition: Condition | undefined): Ast[] {
  if (condition?.type === 'correlatedSubquery') return [condition.related.subquery];
  return condition && 'conditions' in condition ? condition.conditions.flatMap(existsOf) : [];
}

describe('every query', () => {
  const CASES = queryNames.map((name) => [name, QUERY_CASES[name]!.args(missingRows('0'.repeat(10)))] as const);

  it.each(CASES)('%s filters by the context’s account first', async (name, args) => {
    const { table, where } = await astOf(name, args, ctx);
    const column = table === 'accounts' ? 'id' : 'account_id';
    const [first] = demands(where);
    expect(first).toMatchObject({ op: '=', left: { name: column }, right: { value: ctx.accountId } });
  });

  it.each(CASES)('%s reaches zero-cache with the account first in all its parts', async (name, args) => {
    const [plain, sent] = [await astOf(name, args, ctx), await fencedAstOf(name, args, ctx)];
    expect(partsOf(sent).map(({ table }) => table)).toEqual(partsOf(plain).map(({ table }) => table));
    for (const { table, where } of partsOf(sent)) {
      const column = table === 'accounts' ? 'id' : 'account_id';
      expect(published.get(table)).toContain(column);
      const [first] = demands(where);
      expect(first).toMatchObject({ op: '=', left: { name: column }, right: { value: ctx.accountId } });
    }
  });

  it.each(CASES)('%s returns no rows without a context', async (name, args) => {
    const { table, where } = await astOf(name, args, undefined);
    const column = table === 'accounts' ? 'id' : 'account_id';
    expect(demands(where)[0]).toMatchObject({ op: '=', left: { name: column }, right: { value: '' } });
  });

  it.each(CASES)('%s has a limit', async (name, args) => {
    const { limit } = await astOf(name, args, ctx);
    expect(limit).toBeGreaterThan(0);
    // The picks of a hundred guests are shown whole.
    expect(limit).toBeLessThanOrEqual(name === 'proofing.picks' ? MAX_GALLERY_PICKS : 10_000);
  });

  it.each(CASES)('%s takes no account from its arguments', async (name, args) => {
    const forged = { ...(args as object | undefined), accountId: '0'.repeat(10) };
    const ast = await astOf(name, forged, ctx).catch(() => null);
    if (ast) expect(JSON.stringify(ast)).not.toContain('0'.repeat(10));
  });
});

describe('customers.list', () => {
  it('sorts by name, excludes the trash and applies the limit', async () => {
    const insert = (name: string, values = {}) => insertCustomer(database.pool, ctx.accountId, { name, ...values });
    const ids = [await insert('Carla'), await insert('Ada'), await insert('Berta')];
    await insert('Aaron', { deleted_at: day(0) });
    expect(await idsOf('customers.list', { limit: 10 })).toEqual([ids[1], ids[2], ids[0]]);
    expect(await idsOf('customers.list', { limit: 2 })).toEqual([ids[1], ids[2]]);
  });

  it.each([0, -1, 1.5, 10_001, '10', null])('refuses a limit of %j', async (limit) => {
    await expect(idsOf('customers.list', { limit })).rejects.toThrow('Validation failed');
  });
});

describe('galleries.list', () => {
  it('sorts newest first, with client, counts and cover', async () => {
    const customer = await insertCustomer(database.pool, ctx.accountId);
    const at = (number: number, values = {}) =>
      insertGallery(database.pool, ctx.accountId, { created_at: day(number), ...values });
    const [old, newest, middle] = [await at(1), await at(3, { customer_id: customer }), await at(2)];
    await at(4, { deleted_at: day(5) });
    const cover = await insertPhoto(database.pool, ctx.accountId, newest!);
    await database.pool.query('update galleries set cover_photo_id = $1 where id = $2', [cover, newest]);
    const rows = await office.read('galleries.list', { limit: 1000 }, ctx);
    expect(rows.map(({ id }) => id)).toEqual([newest, middle, old]);
    expect(rows[0]).toMatchObject({ customer: { id: customer }, stats: { readyCount: 1 }, coverPhoto: { id: cover } });
    expect(rows[1]).toMatchObject({ customer: null, stats: { readyCount: 0 }, coverPhoto: null });
  });

  it.each([0, 1001])('refuses a limit of %j', async (limit) => {
    await expect(idsOf('galleries.list', { limit })).rejects.toThrow('Validation failed');
  });
});

describe('galleries.byId', () => {
  it('returns a gallery in the trash as such, and nothing for an unknown id', async () => {
    const id = await insertGallery(database.pool, ctx.accountId, { deleted_at: day(1) });
    const rows = await office.read('galleries.byId', { id }, ctx);
    expect(rows).toMatchObject([{ id, deletedAt: day(1).getTime() }]);
    expect(await idsOf('galleries.byId', { id: missingRows(ctx.accountId).draftId })).toEqual([]);
  });

  it.each(['', 'x', "' or true--", null, 7])('refuses the id %j', async (id) => {
    await expect(idsOf('galleries.byId', { id })).rejects.toThrow('Validation failed');
  });
});

describe('galleries.photos', () => {
  it('returns every status outside the trash, without server-only columns', async () => {
    const galleryId = await insertGallery(database.pool, ctx.accountId);
    const insert = (values: object) => insertPhoto(database.pool, ctx.accountId, galleryId, { ...values });
    const ids = [
      await insert({ captured_at: day(1), sha256: 'a'.repeat(64), etag: 'tag' }),
      await insert({ captured_at: day(2), status: 'failed', failure_reason: 'corrupt' }),
      await insert({ captured_at: day(3), status: 'uploading' }),
    ];
    // Enough rows that a correct order by chance is impossible.
    for (let number = 4; number < 12; number++) ids.push(await insert({ captured_at: day(number) }));
    await database.pool.query(`update photos set captured_at = captured_at - interval '60 days' where id = $1`, [
      ids[10],
    ]);
    await insert({ deleted_at: day(1) });
    const rows = await office.read('galleries.photos', { galleryId }, ctx);
    expect(rows.map(({ id }) => id)).toEqual([ids[10], ...ids.slice(0, 10)]);
    for (const row of rows)
      expect(Object.keys(row)).not.toEqual(expect.arrayContaining([expect.stringMatching(/original|sha|etag/i)]));
  });
});

describe('galleries.grants', () => {
  it('sorts newest first, with revoked ones, without tokens', async () => {
    const galleryId = await insertGallery(database.pool, ctx.accountId);
    const elsewhere = await insertGallery(database.pool, ctx.accountId);
    const insert = async (number: number, values = {}) => {
      // Id order is the reverse.
      const id = `${number}${newId(19)}`;
      const author = { account_id: ctx.accountId, author_id: ctx.userId };
      const row = { id, ...author, gallery_id: galleryId, email: `${id}@example.org`, created_at: day(number) };
      await insertRow(database.pool, 'grants', { ...row, ...values });
      return id;
    };
    const ids = [await insert(1), await insert(2, { status: 'revoked', revoked_at: day(3) })];
    await insert(3, { gallery_id: elsewhere });
    expect(await idsOf('galleries.grants', { galleryId })).toEqual(ids.toReversed());
    expect(JSON.stringify(await office.read('galleries.grants', { galleryId }, ctx))).not.toMatch(/token|hash/i);
  });
});

describe('galleries.undelivered', () => {
  it('sorts newest first over galleries outside the trash, without sent, revoked or archived ones', async () => {
    const mine = { account_id: ctx.accountId, author_id: ctx.userId };
    const trashed = await insertGallery(database.pool, ctx.accountId, { deleted_at: day(1) });
    const insert = async (number: number, values = {}) => {
      const id = newId();
      const gallery = await insertGallery(database.pool, ctx.accountId);
      const row = { id, ...mine, gallery_id: gallery, email: `${id}@example.org`, mail_error: 'mail_failed' };
      await insertRow(database.pool, 'grants', { ...row, created_at: day(number), ...values });
      return id;
    };
    const ids = [await insert(1), await insert(2, { status: 'accepted', mail_error: 'mail_refused' })];
    await insert(3, { mail_error: null });
    await insert(3, { status: 'revoked', revoked_at: day(4) });
    await insert(3, { gallery_id: trashed });
    await insert(3, {
      gallery_id: await insertGallery(database.pool, ctx.accountId, { status: 'archived', published_at: day(1) }),
    });
    expect(await idsOf('galleries.undelivered', { limit: 50 })).toEqual(ids.toReversed());
    expect(await idsOf('galleries.undelivered', { limit: 1 })).toEqual([ids[1]]);
  });
});

describe('sessions.recentEvents', () => {
  it('returns the requested number of events of sessions outside the trash', async () => {
    const customer = await insertCustomer(database.pool, ctx.accountId);
    const insert = async (number: number, values = {}) => {
      const session = { id: newId(), account_id: ctx.accountId, author_id: ctx.userId, customer_id: customer };
      await insertRow(database.pool, 'sessions', { ...session, date: day(0), duration: 60, ...values });
      const event = { id: newId(), account_id: ctx.accountId, session_id: session.id, kind: 'booked', at: day(number) };
      await insertRow(database.pool, 'session_events', event);
      return event.id;
    };
    const ids = [await insert(11), await insert(12)];
    await insert(13, { deleted_at: day(14) });
    expect(await idsOf('sessions.recentEvents', { limit: 2 })).toEqual(ids.toReversed());
  });
});

describe('accounts', () => {
  it('return the current account with currency and storage', async () => {
    const [row] = await office.read('accounts.current', undefined, ctx);
    expect(row).toMatchObject({
      id: ctx.accountId,
      currency: { code: 'EUR' },
      usage: { storageBytes: expect.any(Number) },
    });
  });

  it('return members by name', async () => {
    const names = (await office.read('team.members', undefined, ctx)).map(({ name }) => name);
    expect(names).toEqual(['', 'admin', 'assistant', 'photographer']);
  });

  it('return the security log page by page, complete and without duplicates', async () => {
    const all: { id: string; at: Date }[] = [];
    // Two entries for each instant.
    for (let number = 0; number < 7; number++) {
      const row = { id: newId(), at: day(Math.floor(number / 2)) };
      await insertRow(database.pool, 'security_events', { ...row, account_id: ctx.accountId, kind: 'member_left' });
      all.push(row);
    }
    all.sort((a, b) => +b.at - +a.at || (a.id < b.id ? 1 : -1));
    const seen: unknown[] = [];
    let before: { at: number; id: string } | undefined;
    for (;;) {
      const page = await office.read('team.securityEvents', { limit: 3, ...(before && { before }) }, ctx);
      seen.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      if (!last) break;
      before = { at: Number(last['at']), id: String(last['id']) };
    }
    expect(seen).toEqual(all.map(({ id }) => id));
  });

  it('return every setting with its default', async () => {
    const rows = await office.read('accounts.settings', undefined, ctx);
    expect(rows.find(({ key }) => key === 'theme.primaryColor')).toMatchObject({ value: '#3B82F6' });
    expect(rows.find(({ key }) => key === 'photographer')).toMatchObject({ value: { bio: '', lockedDays: [] } });
    expect(rows).toHaveLength(23);
  });
});
