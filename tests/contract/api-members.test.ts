import { beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { endpoints } from '#core/api/endpoints.ts';
import { MAX_TEAM_MEMBERS, TEAM_INVITE_MS } from '#core/domain/studio/members.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { type Answer, testApi } from '../support/api.ts';
import { insertUser } from '../support/auth-sessions.ts';
import { waitingSessions } from '../support/database.ts';
import { accept, inviteToTeam, addMember, newPerson, securityEvents } from '../support/team-members.ts';
import { insertRow, newId } from '../support/rows.ts';
import { makeStudio, type Studio } from '../support/studio.ts';
import type { Person } from '../support/tokens.ts';

const { members, me } = endpoints;

const api = await testApi();
let studio: Studio;
beforeAll(async () => {
  studio = await makeStudio(api);
});

const someone = () => `${crypto.randomUUID()}@example.org`;
const by = (as: Person, team = studio) => ({ as, account: team.id });
const invite = (body: object, as = studio.owner, team = studio) =>
  api.call('POST', '/api/members/invites', { ...by(as, team), body });
const resend = (id: string, as = studio.owner, team = studio) =>
  api.call('POST', `/api/members/invites/${id}/resend`, by(as, team));
const revoke = (id: string, as = studio.owner, team = studio) =>
  api.call('DELETE', `/api/members/invites/${id}`, by(as, team));
const look = (inviteId: string, headers = {}) =>
  api.call('POST', '/api/members/invites/look', { body: { inviteId }, headers });
const changeRole = (userId: string, role: string, as = studio.owner, team = studio) =>
  api.call('PATCH', `/api/members/${userId}`, { ...by(as, team), body: { role } });
const remove = (userId: string, as = studio.owner, team = studio) =>
  api.call('DELETE', `/api/members/${userId}`, by(as, team));
const leave = (as: Person, team = studio) => api.call('POST', '/api/members/leave', by(as, team));
const transfer = (userId: string, as = studio.owner, team = studio) =>
  api.call('POST', '/api/members/transfer', { ...by(as, team), body: { userId } });

const inviteRow = async (id: string) =>
  (await api.db.pool.query('select * from team_invites where id = $1', [id])).rows[0];
const roleOf = async (userId: string, team = studio) =>
  (
    await api.db.pool.query('select role from account_members where account_id = $1 and user_id = $2', [
      team.id,
      userId,
    ])
  ).rows[0]?.role;
const codes = (answers: { status: number; text: string }[]) =>
  answers.map(({ status, text }) => (status < 400 ? 'done' : (JSON.parse(text).error.code as string))).toSorted();

describe('an invitation', () => {
  it('is mailed with a link that contains only its id', async () => {
    const email = someone();
    await api.db.pool.query(`update accounts set language = 'ca', time_zone = 'Europe/Madrid' where id = $1`, [
      studio.id,
    ]);
    const answer = await invite({ email: ` ${email.toUpperCase()} `, role: 'photographer' });
    const { inviteId, status } = answer.read(members.invite);
    expect([answer.status, status]).toEqual([201, 'pending']);
    expect(await inviteRow(inviteId)).toMatchObject({ email, role: 'photographer', status: 'pending', sent_at: null });
    await runOutbox(api.jobs);
    const mail = api.mails.findLast(({ to }) => to === email)!;
    expect(mail).toMatchObject({ language: 'ca', fromName: 'Studio' });
    expect(mail.subject).toContain('Uneix-te');
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain(`https://albumen.test/app/join/${inviteId}`);
      expect(body).toContain('rol de fotògraf');
    }
    expect(await inviteRow(inviteId)).toMatchObject({ status: 'sent' });
    expect((await inviteRow(inviteId)).sent_at).not.toBeNull();
    expect((await securityEvents(api, studio.id)).at(-1)).toMatchObject({
      kind: 'member_invited',
      actor_id: studio.owner.userId,
      subject_name: email,
      details: { to: 'photographer' },
    });
  });

  it('repeated for the same address changes the role and is sent again', async () => {
    const email = someone();
    const first = await inviteToTeam(api, studio, email, 'assistant');
    await runOutbox(api.jobs);
    const again = await inviteToTeam(api, studio, email, 'admin', studio.people.admin);
    expect(again).toBe(first);
    expect(await inviteRow(first)).toMatchObject({ role: 'admin', status: 'pending' });
    await runOutbox(api.jobs);
    const mails = api.mails.filter(({ to }) => to === email);
    expect(mails).toHaveLength(2);
    expect(new Set(mails.map(({ id }) => id)).size).toBe(2);
  });

  it('cannot grant ownership, and grants only the given role', async () => {
    for (const body of [
      { email: someone(), role: 'owner' },
      { email: someone(), role: 'guest' },
      { email: 'nobody', role: 'admin' },
      { email: someone(), role: 'admin', accountId: studio.id },
    ])
      expect([body, (await invite(body)).status]).toEqual([body, 400]);
  });

  it('answers alike for addresses with and without an account', async () => {
    const known = await newPerson(api);
    const [there, nowhere] = [
      await invite({ email: known.email, role: 'assistant' }),
      await invite({ email: someone(), role: 'assistant' }),
    ];
    const [id, otherId] = [there.read(members.invite).inviteId, nowhere.read(members.invite).inviteId];
    expect(there.status).toBe(nowhere.status);
    expect(there.text.replace(id, '')).toBe(nowhere.text.replace(otherId, ''));
    const names = ({ headers }: typeof there) => [...headers.keys()].toSorted();
    expect(names(there)).toEqual(names(nowhere));
    const [seen, unseen] = [await look(id), await look(otherId)];
    expect(Object.keys(JSON.parse(seen.text))).toEqual(Object.keys(JSON.parse(unseen.text)));
    expect(seen.status).toBe(unseen.status);
  });

  it('is refused for an existing member', async () => {
    const { email } = studio.people.assistant;
    const answer = await invite({ email: email.toUpperCase(), role: 'admin' });
    expect([answer.status, answer.error]).toMatchObject([409, { code: 'already_member', field: 'email' }]);
  });

  it('is limited for each user and hour', async () => {
    const email = someone();
    for (let n = 0; n < 5; n++) await inviteToTeam(api, studio, email);
    const answer = await invite({ email, role: 'assistant' });
    expect([answer.status, answer.error.code]).toEqual([429, 'rate_limited']);
    const { rows } = await api.db.pool.query('select id from team_invites where email = $1', [email]);
    expect((await resend(rows[0].id)).error.code).toBe('rate_limited');
  });

  it('expires at its date and is renewed by a resend', async () => {
    const [person, inviteId] = await invited();
    await api.db.pool.query('update team_invites set expires_at = $2 where id = $1', [
      inviteId,
      new Date(api.clock.now() - 1),
    ]);
    expect(codes([await look(inviteId), await accept(api, inviteId, person)])).toEqual([
      'invite_expired',
      'invite_expired',
    ]);
    const again = await resend(inviteId);
    expect(again.read(members.resendInvite)).toEqual({ inviteId, status: 'pending' });
    const { expires_at } = await inviteRow(inviteId);
    expect(Math.abs(expires_at.getTime() - api.clock.now() - TEAM_INVITE_MS)).toBeLessThan(MINUTE_MS);
    expect((await accept(api, inviteId, person)).status).toBe(200);
    expect((await resend(inviteId)).error.code).toBe('transition_refused');
    expect((await revoke(inviteId)).error.code).toBe('transition_refused');
  });

  it('can be revoked; a repeated revocation changes nothing', async () => {
    const [person, inviteId] = await invited();
    for (let n = 0; n < 2; n++)
      expect((await revoke(inviteId)).read(members.revokeInvite)).toEqual({ inviteId, status: 'revoked' });
    expect(codes([await look(inviteId), await accept(api, inviteId, person)])).toEqual(['invite_used', 'invite_used']);
    await runOutbox(api.jobs);
    expect(api.mails.filter(({ to }) => to === person.email)).toEqual([]);
    expect((await resend(inviteId)).error.code).toBe('transition_refused');
    // Inviting the same address again creates a new invitation.
    expect(await inviteToTeam(api, studio, person.email)).not.toBe(inviteId);
    const events = await securityEvents(api, studio.id);
    expect(events.filter((e) => e.kind === 'invite_revoked' && e.subject_name === person.email)).toHaveLength(1);
  });

  it('of another studio answers like a missing one', async () => {
    const other = await makeStudio(api);
    const inviteId = await inviteToTeam(api, other, someone());
    for (const call of [resend, revoke]) {
      const [foreign, missing] = [await call(inviteId), await call(newId())];
      expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    }
    expect(await inviteRow(inviteId)).toMatchObject({ status: 'pending' });
  });

  it('shows its studio to anybody with the link', async () => {
    const email = someone();
    const inviteId = await inviteToTeam(api, studio, email, 'admin');
    expect((await look(inviteId)).read(members.previewInvite)).toEqual({
      studio: 'Studio',
      role: 'admin',
      email,
      invitedBy: 'owner@example.org',
    });
    const unknown = await look(newId());
    expect([unknown.status, unknown.error.code]).toEqual([404, 'invite_invalid']);
  });

  it('limits guesses', async () => {
    const headers = { 'x-viewer-address': '198.51.100.7' };
    for (let n = 0; n < 120; n++) await look(newId(), headers);
    const answer = await look(newId(), { 'x-viewer-address': '198.51.100.200' });
    expect([answer.status, answer.error.code]).toEqual([429, 'rate_limited']);
    expect((await look(newId(), { 'x-viewer-address': '203.0.113.7' })).status).toBe(404);
  });

  it('needs a free seat in the team', async () => {
    const team = await makeStudio(api);
    const values = { account_id: team.id, author_id: team.owner.userId, role: 'assistant' };
    const expires_at = new Date(api.clock.now() + MINUTE_MS);
    const people = 4;
    for (let n = people; n < MAX_TEAM_MEMBERS; n++)
      await insertRow(api.db.pool, 'team_invites', { id: newId(), ...values, expires_at, email: `${n}@example.org` });
    const answer = await invite({ email: someone(), role: 'assistant' }, team.owner, team);
    expect([answer.status, answer.error.code]).toEqual([409, 'limit_reached']);
    // Renewing an open one takes no further seat, and an expired one takes none.
    expect((await invite({ email: `${people}@example.org`, role: 'admin' }, team.owner, team)).status).toBe(201);
    await api.db.pool.query('update team_invites set expires_at = $2 where account_id = $1 and email = $3', [
      team.id,
      new Date(api.clock.now() - 1),
      `${people + 1}@example.org`,
    ]);
    expect((await invite({ email: someone(), role: 'assistant' }, team.owner, team)).status).toBe(201);
    const { rows } = await api.db.pool.query('select id from team_invites where account_id = $1 and email = $2', [
      team.id,
      `${people + 1}@example.org`,
    ]);
    expect((await resend(rows[0].id, team.owner, team)).error.code).toBe('limit_reached');
  });

  async function invited(): Promise<[Person, string]> {
    const person = await newPerson(api);
    return [person, await inviteToTeam(api, studio, person.email)];
  }
});

describe('roles', () => {
  it('are changed by owners and admins, and logged', async () => {
    const person = await addMember(api, studio);
    const answer = await changeRole(person.userId, 'photographer', studio.people.admin);
    expect(answer.read(members.changeRole)).toEqual({ userId: person.userId, role: 'photographer' });
    expect(await roleOf(person.userId)).toBe('photographer');
    expect((await securityEvents(api, studio.id)).at(-1)).toMatchObject({
      kind: 'role_changed',
      actor_id: studio.people.admin.userId,
      actor_name: studio.people.admin.email,
      subject_id: person.userId,
      details: { from: 'assistant', to: 'photographer' },
    });
    const before = await securityEvents(api, studio.id);
    expect((await changeRole(person.userId, 'photographer')).status).toBe(200);
    expect(await securityEvents(api, studio.id)).toEqual(before);
  });

  it('of owners are changed by owners only', async () => {
    const team = await makeStudio(api);
    const { admin, assistant } = team.people;
    for (const answer of [
      await changeRole(team.owner.userId, 'assistant', admin, team),
      await changeRole(assistant.userId, 'owner', admin, team),
      await changeRole(admin.userId, 'owner', admin, team),
      await remove(team.owner.userId, admin, team),
      await transfer(assistant.userId, admin, team),
    ])
      expect([answer.status, answer.error.code]).toEqual([403, 'forbidden']);
    expect((await changeRole(assistant.userId, 'owner', team.owner, team)).status).toBe(200);
    expect((await changeRole(team.owner.userId, 'admin', assistant, team)).status).toBe(200);
    expect(await roleOf(team.owner.userId, team)).toBe('admin');
  });

  it('cannot be changed by oneself', async () => {
    const team = await makeStudio(api);
    const { admin } = team.people;
    expect((await changeRole(admin.userId, 'assistant', admin, team)).error.code).toBe('forbidden');
    expect((await remove(admin.userId, admin, team)).error.code).toBe('forbidden');
    const own = await changeRole(team.owner.userId, 'admin', team.owner, team);
    expect([own.status, own.error.code]).toEqual([409, 'last_owner']);
    expect((await remove(team.owner.userId, team.owner, team)).error.code).toBe('last_owner');
    await changeRole(admin.userId, 'owner', team.owner, team);
    expect((await changeRole(team.owner.userId, 'admin', team.owner, team)).error.code).toBe('forbidden');
  });

  it('of unknown users and other teams’ members are not found', async () => {
    const other = await makeStudio(api);
    for (const call of [(id: string) => changeRole(id, 'admin'), remove, transfer]) {
      const [foreign, missing] = [await call(other.people.assistant.userId), await call(crypto.randomUUID())];
      expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    }
    expect(await roleOf(other.people.assistant.userId, other)).toBe('assistant');
  });

  it('swap in one transaction: the new owner owns, the previous one is an admin', async () => {
    const team = await makeStudio(api);
    const { photographer } = team.people;
    await insertUser(api.db.pool, photographer);
    expect((await transfer(team.owner.userId, team.owner, team)).status).toBe(400);
    expect((await transfer(photographer.userId, team.owner, team)).status).toBe(200);
    expect([await roleOf(photographer.userId, team), await roleOf(team.owner.userId, team)]).toEqual([
      'owner',
      'admin',
    ]);
    expect((await securityEvents(api, team.id)).at(-1)).toMatchObject({
      kind: 'ownership_transferred',
      actor_id: team.owner.userId,
      subject_id: photographer.userId,
      details: { from: 'photographer', to: 'owner' },
    });
    expect((await transfer(team.people.admin.userId, team.owner, team)).error.code).toBe('forbidden');
  });
});

describe('a removed member', () => {
  it('is refused from the next call on, and may be invited again', async () => {
    const person = await addMember(api, studio, 'admin');
    const pictures = () => api.call('POST', '/api/images/token', by(person));
    expect((await pictures()).status).toBe(200);
    expect((await remove(person.userId, studio.people.admin)).status).toBe(200);
    expect((await pictures()).status).toBe(403);
    expect((await securityEvents(api, studio.id)).at(-1)).toMatchObject({
      kind: 'member_removed',
      subject_id: person.userId,
      subject_name: person.email.split('@')[0],
      details: { from: 'admin' },
    });
    expect((await remove(person.userId)).status).toBe(404);
    const again = await inviteToTeam(api, studio, person.email);
    expect((await accept(api, again, person)).read(me.acceptInvite).role).toBe('assistant');
  });

  it('may have left on their own', async () => {
    const person = await addMember(api, studio);
    expect((await leave(person)).status).toBe(200);
    expect(await roleOf(person.userId)).toBeUndefined();
    expect((await leave(person)).status).toBe(403);
    expect((await securityEvents(api, studio.id)).at(-1)).toMatchObject({
      kind: 'member_left',
      actor_id: person.userId,
      actor_name: person.email.split('@')[0],
    });
  });

  it('is never the last owner', async () => {
    const team = await makeStudio(api);
    const answer = await leave(team.owner, team);
    expect([answer.status, answer.error.code]).toEqual([409, 'last_owner']);
    await changeRole(team.people.admin.userId, 'owner', team.owner, team);
    const both = await Promise.all([leave(team.owner, team), leave(team.people.admin, team)]);
    expect(codes(both)).toEqual(['done', 'last_owner']);
  });

  it('is one of two owners who remove each other concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const team = await makeStudio(api);
      const { admin } = team.people;
      await changeRole(admin.userId, 'owner', team.owner, team);
      const both = await Promise.all([
        remove(admin.userId, team.owner, team),
        changeRole(team.owner.userId, 'assistant', admin, team),
      ]);
      expect(codes(both)).toEqual(['done', 'forbidden']);
    }
  });

  it('loses requests still in progress', async () => {
    const team = await makeStudio(api);
    const { admin, assistant } = team.people;
    await changeRole(admin.userId, 'owner', team.owner, team);
    const inviteId = await inviteToTeam(api, team, someone());
    const acts: [string, () => Promise<Answer>][] = [
      ['invite', () => invite({ email: someone(), role: 'admin' }, admin, team)],
      ['resend', () => resend(inviteId, admin, team)],
      ['revoke', () => revoke(inviteId, admin, team)],
      ['changeRole', () => changeRole(assistant.userId, 'admin', admin, team)],
      ['remove', () => remove(assistant.userId, admin, team)],
      ['transfer', () => transfer(assistant.userId, admin, team)],
      ['leave', () => leave(admin, team)],
    ];
    const setRole = 'update account_members set role = $2 where user_id = $1';
    for (const [what, call] of acts) {
      await api.db.pool.query(setRole, [admin.userId, 'owner']);
      const first = await api.db.pool.connect();
      try {
        await first.query('begin');
        await first.query('select from accounts where id = $1 for no key update', [team.id]);
        const asked = call();
        await expect.poll(() => waitingSessions(api.db.pool)).toBe(1);
        if (what === 'leave') await first.query('delete from account_members where user_id = $1', [admin.userId]);
        else await first.query(setRole, [admin.userId, 'assistant']);
        await first.query('commit');
        const answer = await asked;
        expect([what, answer.status, answer.error.code]).toEqual([what, 403, 'forbidden']);
      } finally {
        first.release();
      }
    }
  });
});
