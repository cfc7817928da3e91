import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { MAX_ACCOUNTS_PER_USER } from '#core/domain/studio/accounts.ts';
import { emptyTrash } from '#functions/jobs/empty-trash.ts';
import { testApi } from '../support/api.ts';
import { waitingSessions } from '../support/database.ts';
import { accept, inviteToTeam, addMember, newPerson } from '../support/team-members.ts';
import { insertRow, newId } from '../support/rows.ts';
import { makeStudio, type Studio } from '../support/studio.ts';
import type { Person } from '../support/tokens.ts';

/* Protects a team against actions of its own members. */

const api = await testApi();
let studio: Studio;
beforeEach(async () => {
  studio = await makeStudio(api);
});

const by = (as: Person) => ({ as, account: studio.id });
const query = async (text: string, values: unknown[]) => (await api.db.pool.query(text, values)).rows;
const owners = async () =>
  (
    await query(`select user_id from account_members where account_id = $1 and role = 'owner' order by user_id`, [
      studio.id,
    ])
  ).map((row) => row['user_id'] as string);
const statusOf = async (id: string) =>
  (await query('select status from team_invites where id = $1', [id]))[0]?.['status'];

describe('a studio always keeps an owner', () => {
  it('for an id in capitals', async () => {
    const id = studio.owner.userId.toUpperCase();
    const acts = [
      api.call('POST', '/api/members/transfer', { ...by(studio.owner), body: { userId: id } }),
      api.call('PATCH', `/api/members/${id}`, { ...by(studio.owner), body: { role: 'assistant' } }),
      api.call('DELETE', `/api/members/${id}`, by(studio.owner)),
    ];
    expect((await Promise.all(acts)).map(({ status }) => status)).toEqual([400, 409, 409]);
    expect(await owners()).toEqual([studio.owner.userId]);
  });

  it('who can still sign in', async () => {
    const ghost = crypto.randomUUID();
    const row = { account_id: studio.id, user_id: ghost, role: 'owner', email: 'ghost@example.org' };
    await insertRow(api.db.pool, 'account_members', row);
    const left = await api.call('POST', '/api/members/leave', by(studio.owner));
    expect(left.error.code).toBe('last_owner');
    const body = { userId: ghost };
    expect((await api.call('POST', '/api/members/transfer', { ...by(studio.owner), body })).error.code).toBe(
      'last_owner',
    );
    expect(await owners()).toContain(studio.owner.userId);
    const deletion = JSON.parse((await api.call('GET', '/api/me/deletion', { as: studio.owner })).text) as {
      deleted: { id: string }[];
    };
    expect(deletion.deleted.map(({ id }) => id)).toContain(studio.id);
  });
});

describe('a member without rights stays out', () => {
  it.each(['removed', 'made less'] as const)('revokes the open invitations of an admin who was %s', async (how) => {
    const admin = await addMember(api, studio, 'admin');
    const second = await newPerson(api);
    const own = await inviteToTeam(api, studio, second.email, 'admin', admin);
    const others = await inviteToTeam(api, studio, `${crypto.randomUUID()}@example.org`, 'assistant');
    const path = `/api/members/${admin.userId}`;
    const answer =
      how === 'removed'
        ? await api.call('DELETE', path, by(studio.owner))
        : await api.call('PATCH', path, { ...by(studio.owner), body: { role: 'photographer' } });
    expect(answer.status).toBe(200);
    expect([await statusOf(own), await statusOf(others)]).toEqual(['revoked', 'pending']);
    expect((await accept(api, own, second)).status).toBe(410);
  });

  it('leaves no open invitation to the removed member', async () => {
    const member = await addMember(api, studio, 'assistant');
    const values = { account_id: studio.id, author_id: studio.owner.userId, role: 'admin', email: member.email };
    const id = newId();
    const expires_at = new Date(api.services.clock() + MINUTE_MS);
    await insertRow(api.db.pool, 'team_invites', { id, ...values, expires_at });
    expect((await api.call('DELETE', `/api/members/${member.userId}`, by(studio.owner))).status).toBe(200);
    expect(await statusOf(id)).toBe('revoked');
  });
});

it('a user deleted meanwhile joins nothing', async () => {
  const person = await newPerson(api);
  const inviteId = await inviteToTeam(api, studio, person.email, 'assistant');
  const deleting = await api.db.pool.connect();
  await deleting.query('begin');
  await deleting.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`accounts:${person.userId}`]);
  const accepting = accept(api, inviteId, person);
  await expect.poll(() => waitingSessions(api.db.pool)).toBe(1);
  await deleting.query('delete from auth.users where id = $1', [person.userId]);
  await deleting.query('commit');
  deleting.release();
  expect((await accepting).error.code).toBe('session_ended');
  expect(await query('select from account_members where user_id = $1', [person.userId])).toEqual([]);
  expect(await statusOf(inviteId)).toBe('pending');
});

it.each([
  ['a studio is closed', (id: string) => `/api/accounts/${id}/close`],
  ['a sign-in is deleted', () => '/api/me/delete'],
])('%s requires a sign-in within the last hour', async (_, path) => {
  const { owner, id } = studio;
  const body = path(id).includes('/me/') ? { email: owner.email } : { name: 'Studio' };
  // Creates the auth session that the calls below use.
  await api.call('GET', '/api/accounts', { as: owner });
  await api.db.pool.query(`update auth.sessions set created_at = now() - interval '61 minutes' where user_id = $1`, [
    owner.userId,
  ]);
  const late = await api.call('POST', path(id), { as: owner, body });
  expect([late.status, late.error.code]).toEqual([403, 'recent_sign_in_required']);
  await api.db.pool.query(`update auth.sessions set created_at = now() - interval '59 minutes' where user_id = $1`, [
    owner.userId,
  ]);
  expect((await api.call('POST', path(id), { as: owner, body })).status).toBe(200);
});

it('closed studios count towards the limit of studios', async () => {
  const person = await newPerson(api);
  const open = () => {
    const slug = `again-${newId()}`;
    const body = { name: 'Again', slug, currency: 'EUR', timeZone: 'Europe/Madrid', language: 'en' };
    return api.call('POST', '/api/accounts', { as: person, body });
  };
  for (let count = 0; count < MAX_ACCOUNTS_PER_USER; count++) {
    const answer = await open();
    expect(answer.status).toBe(201);
    const { id } = JSON.parse(answer.text) as { id: string };
    const closed = await api.call('POST', `/api/accounts/${id}/close`, { as: person, body: { name: 'Again' } });
    expect(closed.status).toBe(200);
  }
  expect((await open()).error.code).toBe('account_limit');
});

it('a name with line breaks becomes one line', async () => {
  const person = await newPerson(api);
  const meta = JSON.stringify({ full_name: ' Ana\r\n\r\nPay here:\thttps://example.org ' });
  await api.db.pool.query('update auth.users set raw_user_meta_data = $2 where id = $1', [person.userId, meta]);
  const inviteId = await inviteToTeam(api, studio, person.email, 'assistant');
  expect((await accept(api, inviteId, person)).status).toBe(200);
  const [row] = await query('select name from account_members where user_id = $1', [person.userId]);
  expect(row).toEqual({ name: 'Ana Pay here: https://example.org' });
});

it('deletes answered invitations and old events in time', async () => {
  const now = api.services.clock();
  const invite = (values: object) => {
    const own = { id: newId(), account_id: studio.id, author_id: studio.owner.userId, role: 'admin' };
    return insertRow(api.db.pool, 'team_invites', { ...own, email: `${newId()}@example.org`, ...values });
  };
  const old = new Date(now - 91 * DAY_MS);
  await invite({ status: 'declined', responded_at: old, expires_at: new Date(now) });
  await invite({ expires_at: old });
  await invite({ expires_at: new Date(now - 89 * DAY_MS) });
  const event = { account_id: studio.id, kind: 'member_left' };
  await insertRow(api.db.pool, 'security_events', { id: newId(), ...event, at: new Date(now - 401 * DAY_MS) });
  await insertRow(api.db.pool, 'security_events', { id: newId(), ...event, at: new Date(now - 399 * DAY_MS) });
  await emptyTrash(api.jobs);
  expect(await query('select from team_invites where account_id = $1', [studio.id])).toHaveLength(1);
  const events = await query(`select from security_events where account_id = $1 and kind = 'member_left'`, [studio.id]);
  expect(events).toHaveLength(1);
});
