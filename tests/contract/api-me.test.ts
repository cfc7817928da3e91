import { describe, expect, it } from 'vitest';
import { endpoints } from '#core/api/endpoints.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi } from '../support/api.ts';
import { insertFactor, insertUser } from '../support/auth-sessions.ts';
import { waitingSessions } from '../support/database.ts';
import { accept, inviteToTeam, addMember, newPerson, securityEvents } from '../support/team-members.ts';
import { newId } from '../support/rows.ts';
import { makeStudio, publishedGallery, readyPhoto, stranger } from '../support/studio.ts';
import type { Person } from '../support/tokens.ts';

const { me, accounts } = endpoints;

const api = await testApi();
const studio = await makeStudio(api, 'Llum');

const decline = (inviteId: string, as: Person) => api.call('POST', `/api/me/invites/${inviteId}/decline`, { as });
const invitesOf = async (as: Person) => (await api.call('GET', '/api/me/invites', { as })).read(me.invites);
const accountsOf = async (as: Person) => (await api.call('GET', '/api/accounts', { as })).read(accounts.list);

describe('own invitations', () => {
  it('are those to the email confirmed by the auth service', async () => {
    const person = await newPerson(api);
    const inviteId = await inviteToTeam(api, studio, person.email, 'photographer');
    const { expiresAt, ...rest } = (await invitesOf(person))[0]!;
    expect(rest).toEqual({ id: inviteId, studio: 'Llum', role: 'photographer', invitedBy: 'owner@example.org' });
    expect(expiresAt).toBeGreaterThan(api.clock.now());
    await api.db.pool.query('update auth.users set email_confirmed_at = null where id = $1', [person.userId]);
    expect(await invitesOf(person)).toEqual([]);
    const answer = await accept(api, inviteId, person);
    expect([answer.status, answer.error.code]).toEqual([403, 'invite_other_email']);
  });

  it('follow a changed email, whatever the token still says', async () => {
    const person = await newPerson(api);
    const inviteId = await inviteToTeam(api, studio, `new-${person.email}`);
    expect((await accept(api, inviteId, person)).error.code).toBe('invite_other_email');
    await api.db.pool.query('update auth.users set email = $2 where id = $1', [person.userId, `New-${person.email}`]);
    expect((await accept(api, inviteId, person)).status).toBe(200);
  });

  it('are accepted with the user’s display name', async () => {
    const person = await newPerson(api);
    await api.db.pool.query('update auth.users set raw_user_meta_data = $2 where id = $1', [
      person.userId,
      { full_name: ' Núria Pla ' },
    ]);
    const inviteId = await inviteToTeam(api, studio, person.email, 'photographer');
    const account = (await accept(api, inviteId, person)).read(me.acceptInvite);
    expect(account).toMatchObject({ id: studio.id, role: 'photographer' });
    expect(account.members).toContainEqual({
      userId: person.userId,
      role: 'photographer',
      name: 'Núria Pla',
      email: person.email,
    });
    expect((await accountsOf(person)).map(({ id }) => id)).toEqual([studio.id]);
    expect((await securityEvents(api, studio.id)).at(-1)).toMatchObject({
      kind: 'member_joined',
      actor_id: person.userId,
      actor_name: 'Núria Pla',
      details: { to: 'photographer' },
    });
  });

  it('are not found by others, nor unknown ones', async () => {
    const person = await newPerson(api);
    const inviteId = await inviteToTeam(api, studio, person.email);
    for (const respond of [(id: string, as: Person) => accept(api, id, as), decline]) {
      const other = await respond(inviteId, stranger());
      expect([other.status, other.error.code]).toEqual([403, 'invite_other_email']);
      const unknown = await respond(newId(), person);
      expect([unknown.status, unknown.error.code]).toEqual([404, 'invite_invalid']);
    }
    expect((await accept(api, inviteId, person)).status).toBe(200);
  });

  it('can be declined, permanently', async () => {
    const person = await newPerson(api);
    const inviteId = await inviteToTeam(api, studio, person.email);
    expect((await decline(inviteId, person)).status).toBe(200);
    expect(await invitesOf(person)).toEqual([]);
    for (const answer of [await accept(api, inviteId, person), await decline(inviteId, person)])
      expect([answer.status, answer.error.code]).toEqual([410, 'invite_used']);
    expect((await securityEvents(api, studio.id)).at(-1)).toMatchObject({
      kind: 'invite_declined',
      actor_name: person.email,
    });
  });

  it('are accepted once by a hundred concurrent requests', async () => {
    const person = await newPerson(api);
    const inviteId = await inviteToTeam(api, studio, person.email);
    const answers = await Promise.all(Array.from({ length: 100 }, () => accept(api, inviteId, person)));
    const counts = Map.groupBy(answers, ({ status }) => status);
    expect([counts.get(200)?.length, counts.get(410)?.length]).toEqual([1, 99]);
    expect(answers.find(({ status }) => status === 410)?.error.code).toBe('invite_used');
    const events = (await securityEvents(api, studio.id)).filter(({ actor_id }) => actor_id === person.userId);
    expect(events.map(({ kind }) => kind)).toEqual(['member_joined']);
  });

  it('of an existing member change nothing', async () => {
    const person = await addMember(api, studio, 'admin');
    const inviteId = await inviteToTeam(api, studio, `new-${person.email}`);
    await api.db.pool.query('update auth.users set email = $2 where id = $1', [person.userId, `new-${person.email}`]);
    const answer = await accept(api, inviteId, person);
    expect([answer.status, answer.error.code]).toEqual([409, 'already_member']);
    expect((await accountsOf(person))[0]).toMatchObject({ role: 'admin' });
  });

  it('to a closed studio are not found', async () => {
    const team = await makeStudio(api, 'Gone');
    const person = await newPerson(api);
    const inviteId = await inviteToTeam(api, team, person.email);
    await api.db.pool.query('update accounts set deleted_at = now() where id = $1', [team.id]);
    expect(await invitesOf(person)).toEqual([]);
    const answer = await accept(api, inviteId, person);
    expect([answer.status, answer.error.code]).toEqual([404, 'invite_invalid']);
  });
});

describe('deleting the own account', () => {
  const deletion = async (as: Person) => (await api.call('GET', '/api/me/deletion', { as })).read(me.deletion);
  const remove = (as: Person, email: string) => api.call('POST', '/api/me/delete', { as, body: { email } });
  const count = async (sql: string, ...values: unknown[]) => (await api.db.pool.query(sql, values)).rowCount;

  it('closes studios without another owner, leaves the others, and ends every session', async () => {
    const [own, others] = [await makeStudio(api, 'Own'), await makeStudio(api, 'Others')];
    const person = own.owner;
    await insertUser(api.db.pool, person);
    await insertFactor(api.db.pool, person, 'unverified');
    const galleryId = await publishedGallery(api, own);
    await readyPhoto(api, own, galleryId);
    await accept(api, await inviteToTeam(api, others, person.email, 'photographer'), person);
    expect(await deletion(person)).toEqual({
      deleted: [{ id: own.id, name: 'Own', galleries: 1, photos: 1, members: 4 }],
      left: [{ id: others.id, name: 'Others', role: 'photographer' }],
    });

    for (const email of ['', others.owner.email]) {
      const refused = await remove(person, email);
      expect([refused.status, refused.error]).toMatchObject([422, { code: 'confirmation_wrong', field: 'email' }]);
    }
    expect(await count('select from auth.users where id = $1', person.userId)).toBe(1);

    expect((await remove(person, person.email.toUpperCase())).status).toBe(200);
    for (const table of ['users where id', 'sessions where user_id', 'mfa_factors where user_id'])
      expect(await count(`select from auth.${table} = $1`, person.userId)).toBe(0);
    expect(await count('select from account_members where user_id = $1', person.userId)).toBe(0);
    expect(await count('select from accounts where id = $1 and deleted_at is not null', own.id)).toBe(1);
    expect((await api.call('GET', `/api/p/${own.slug}`, { channel: 'public' })).status).toBe(404);
    expect((await accountsOf(own.people.admin)).map(({ id }) => id)).not.toContain(own.id);
    expect((await securityEvents(api, own.id)).at(-1)).toMatchObject({ kind: 'account_deleted' });
    expect((await securityEvents(api, others.id)).at(-1)).toMatchObject({
      kind: 'member_left',
      details: { from: 'photographer' },
    });
    const after = await api.call('GET', '/api/accounts', { as: person });
    expect([after.status, after.error.code]).toEqual([401, 'session_ended']);
  });

  it('sends one mail, naming the studios that nobody can reopen', async () => {
    const [own, shared] = [await makeStudio(api, 'Own'), await makeStudio(api, 'Shared')];
    const person = await newPerson(api);
    for (const { id } of [own, shared])
      await api.db.pool.query(
        `insert into account_members (account_id, user_id, role, email) values ($1, $2, 'owner', $3)`,
        [id, person.userId, person.email],
      );
    await api.db.pool.query('delete from account_members where account_id = $1 and user_id <> $2', [
      own.id,
      person.userId,
    ]);
    await insertUser(api.db.pool, shared.owner);
    await api.db.pool.query(`update accounts set language = 'ca' where id = any ($1)`, [[own.id, shared.id]]);
    await runOutbox(api.jobs);
    api.mails.length = 0;
    expect((await remove(person, person.email)).status).toBe(200);
    await runOutbox(api.jobs);
    expect(api.mails).toMatchObject([{ to: person.email, language: 'ca', subject: 'S’ha eliminat el teu compte' }]);
    expect(api.mails[0]!.text).toContain('al cap de 30 dies: Own.');
  });

  it('leaves a studio with another owner', async () => {
    const team = await makeStudio(api, 'Two owners');
    await insertUser(api.db.pool, team.people.admin);
    await api.db.pool.query(`update account_members set role = 'owner' where account_id = $1 and user_id = $2`, [
      team.id,
      team.people.admin.userId,
    ]);
    expect(await deletion(team.owner)).toEqual({
      deleted: [],
      left: [{ id: team.id, name: 'Two owners', role: 'owner' }],
    });
    expect((await remove(team.owner, team.owner.email)).status).toBe(200);
    expect(await count('select from accounts where id = $1 and deleted_at is null', team.id)).toBe(1);
  });

  it('closes a studio whose other owner leaves concurrently', async () => {
    const team = await makeStudio(api, 'Two owners');
    const { owner, people } = team;
    await insertUser(api.db.pool, owner);
    await api.db.pool.query(`update account_members set role = 'owner' where user_id = $1`, [people.admin.userId]);
    const leaving = await api.db.pool.connect();
    try {
      await leaving.query('begin');
      await leaving.query('select from accounts where id = $1 for no key update', [team.id]);
      await leaving.query('delete from account_members where user_id = $1', [people.admin.userId]);
      const removing = remove(owner, owner.email);
      await expect.poll(() => waitingSessions(api.db.pool)).toBe(1);
      await leaving.query('commit');
      expect((await removing).status).toBe(200);
    } finally {
      leaving.release();
    }
    expect(await count('select from accounts where id = $1 and deleted_at is not null', team.id)).toBe(1);
  });

  it('is confirmed by an empty string for a user without an email', async () => {
    const person = { userId: crypto.randomUUID(), email: '' };
    await insertUser(api.db.pool, person);
    expect((await remove(person, 'somebody@example.org')).error.code).toBe('confirmation_wrong');
    expect((await remove(person, '')).status).toBe(200);
  });
});
