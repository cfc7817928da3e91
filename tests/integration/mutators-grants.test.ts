import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { GRANT_STATUSES } from '#core/domain/galleries/grants.ts';
import type { Ctx } from '#core/zero/context.ts';
import { backOffice, type BackOffice } from '../support/back-office.ts';
import { makeMembers, memberContext, type Members } from '../support/back-office-rows.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { insertGallery, insertRow, newId, type Row } from '../support/rows.ts';

const NOW = Date.UTC(2030, 4, 1, 12);
const CLIENT = Date.UTC(2020, 0, 1);

let database: TestDatabase;
let office: BackOffice;
let members: Members;
let ctx: Ctx;
let galleryId: string;
beforeAll(async () => {
  database = await createDatabase();
  office = backOffice(database);
  members = await makeMembers(database.pool);
  ctx = memberContext(members, 'photographer', () => NOW);
  galleryId = await insertGallery(database.pool, members.accountId);
});
afterAll(() => database?.drop());

async function grant(values: Row = {}): Promise<string> {
  const id = newId();
  const parents = { account_id: members.accountId, author_id: ctx.userId, gallery_id: galleryId };
  await insertRow(database.pool, 'grants', { id, ...parents, email: `${id}@example.org`, ...values });
  return id;
}

async function rowOf(id: string): Promise<Row> {
  const { rows } = await database.pool.query<Row>(
    `select status, can_view, can_download, can_select, can_comment, email,
       extract(epoch from revoked_at)::float8 * 1000 as revoked from grants where id = $1`,
    [id],
  );
  return rows[0] ?? {};
}

const revoke = (id: string) => office.mutate('grants.revoke', { id, now: CLIENT }, ctx);
const setRights = (id: string, rights: object) =>
  office.mutate('grants.setRights', { id, rights, now: CLIENT } as never, ctx);
const NONE = { view: true, download: false, select: false, comment: false };

describe('a grant', () => {
  it.each(GRANT_STATUSES.filter((status) => status !== 'revoked'))('with status %s can be revoked', async (status) => {
    const id = await grant({ status });
    const before = await rowOf(id);
    expect(await revoke(id)).toBe('done');
    expect(await rowOf(id)).toEqual({ ...before, status: 'revoked', revoked: NOW });
  });

  it('is revoked once, permanently', async () => {
    const id = await grant({ status: 'revoked', revoked_at: new Date(NOW - 1000) });
    const before = await rowOf(id);
    expect(await revoke(id)).toBe('transition_refused');
    expect(await setRights(id, NONE)).toBe('transition_refused');
    expect(await rowOf(id)).toEqual(before);
  });

  it.each(['view', 'download', 'select', 'comment'] as const)('grants or denies "%s" independently', async (right) => {
    const id = await grant();
    const off = { view: false, download: false, select: false, comment: false };
    const columns = { can_view: false, can_download: false, can_select: false, can_comment: false };
    expect(await setRights(id, { ...off, [right]: true })).toBe('done');
    expect(await rowOf(id)).toMatchObject({ ...columns, [`can_${right}`]: true, status: 'pending' });
  });

  it('changes, clears or keeps its expiry', async () => {
    const id = await grant();
    const until = NOW + DAY_MS;
    const change = (expiresAt?: number) =>
      office.mutate(
        'grants.setRights',
        { id, rights: NONE, now: CLIENT, ...(expiresAt !== undefined && { expiresAt }) },
        ctx,
      );
    const ends = async () => {
      const sql = 'select extract(epoch from expires_at)::float8 * 1000 as ends from grants where id = $1';
      return (await database.pool.query<{ ends: number | null }>(sql, [id])).rows[0]?.ends;
    };
    expect([await change(until), await ends()]).toEqual(['done', until]);
    expect([await change(), await ends()]).toEqual(['done', until]);
    expect([await change(0), await ends()]).toEqual(['done', null]);
    expect([await change(-1), await ends()]).toEqual(['validation_failed', null]);
  });

  it.each([
    { view: true },
    { ...NONE, download: 'yes' },
    { ...NONE, admin: true },
    { ...NONE, status: 'accepted' },
    { ...NONE, email: 'other@example.org' },
  ])('refuses rights %j', async (rights) => {
    const id = await grant();
    const before = await rowOf(id);
    expect(await setRights(id, rights)).toBe('validation_failed');
    expect(await rowOf(id)).toEqual(before);
  });
});
