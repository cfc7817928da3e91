import { beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import type { Endpoint } from '#core/api/endpoint.ts';
import { endpoints } from '#core/api/endpoints.ts';
import { testApi, ZERO_API_KEY } from '../support/api.ts';
import { insertFactor, insertSession } from '../support/auth-sessions.ts';
import { newPerson, securityEvents } from '../support/team-members.ts';
import { makeStudio, publishedGallery } from '../support/studio.ts';
import type { Person } from '../support/tokens.ts';

const { me, publicPages } = endpoints;

const api = await testApi();
const studio = await makeStudio(api);

/** Signs the user in once more. */
async function signIn(person: Person, claims: object = {}): Promise<{ sessionId: string; token: string }> {
  const sessionId = await insertSession(api.db.pool, person);
  return { sessionId, token: await api.issuer.sign(person, { claims: { session_id: sessionId, ...claims } }) };
}
const sessions = async (token: string) => (await api.call('GET', '/api/me/sessions', { token })).read(me.sessions);
const end = (sessionId: string, token: string) => api.call('DELETE', `/api/me/sessions/${sessionId}`, { token });
const sql = (text: string, ...values: unknown[]) => api.db.pool.query(text, values);

describe('own auth sessions', () => {
  it('are listed, latest used first, with the current one marked', async () => {
    const person = await newPerson(api);
    const [old, asking] = [await signIn(person), await signIn(person)];
    await signIn(await newPerson(api));
    await sql(
      `update auth.sessions set refreshed_at = '2030-01-01 12:00', user_agent = 'Camera', ip = '2001:db8::7'
       where id = $1`,
      old.sessionId,
    );
    const listed = await sessions(asking.token);
    expect(listed.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
      [old.sessionId, false],
      [asking.sessionId, true],
    ]);
    expect(listed[0]).toMatchObject({
      usedAt: Date.UTC(2030, 0, 1, 12),
      userAgent: 'Camera',
      ip: '2001:db8::7',
    });
  });

  it('end immediately with their refresh tokens, and are logged in every studio', async () => {
    const person = studio.people.photographer;
    const [lost, own] = [await signIn(person), await signIn(person)];
    await sql(
      `insert into auth.refresh_tokens (token, user_id, session_id, revoked) values ($1, $2, $3, false)`,
      crypto.randomUUID(),
      person.userId,
      lost.sessionId,
    );
    expect((await end(lost.sessionId, own.token)).status).toBe(200);
    expect((await sql('select from auth.refresh_tokens where session_id = $1', lost.sessionId)).rowCount).toBe(0);
    const answer = await api.call('POST', '/api/images/token', { token: lost.token, account: studio.id });
    expect([answer.status, answer.error.code]).toEqual([401, 'session_ended']);
    expect((await sessions(own.token)).map(({ id }) => id)).not.toContain(lost.sessionId);
    expect((await end(lost.sessionId, own.token)).status).toBe(404);
    expect((await securityEvents(api, studio.id)).filter(({ kind }) => kind === 'session_ended')).toMatchObject([
      { actor_id: person.userId, actor_name: person.email },
    ]);
  });

  it('of other users are not found', async () => {
    const [mine, theirs] = [await signIn(await newPerson(api)), await signIn(await newPerson(api))];
    const [foreign, missing] = [await end(theirs.sessionId, mine.token), await end(crypto.randomUUID(), mine.token)];
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    expect((await sessions(theirs.token)).length).toBe(1);
  });
});

const ALL = Object.entries(endpoints).flatMap(([group, entries]) =>
  Object.entries(entries as Record<string, Endpoint>).map(
    ([name, endpoint]) => [`${group}.${name}`, endpoint] as const,
  ),
);
const SIGNED_IN = ALL.filter(([, { access }]) => access !== 'anyone');

describe('a valid token', () => {
  let ended: string;
  let tokens: Record<string, [token: string, code: string]>;
  beforeAll(async () => {
    const { owner } = studio;
    const over = await signIn(owner);
    await sql('delete from auth.sessions where id = $1', over.sessionId);
    ended = over.token;
    const past = await signIn(owner);
    await sql('update auth.sessions set not_after = $2 where id = $1', past.sessionId, new Date(api.clock.now() - 1));
    const banned = studio.people.assistant;
    const { token: ofBanned } = await signIn(banned);
    await sql(
      'update auth.users set banned_until = $2 where id = $1',
      banned.userId,
      new Date(api.clock.now() + MINUTE_MS),
    );
    const guarded = studio.people.admin;
    const first = await signIn(guarded);
    await insertFactor(api.db.pool, guarded);
    const borrowed = await insertSession(api.db.pool, await newPerson(api));
    tokens = {
      'of a session that was ended': [ended, 'session_ended'],
      'of a session past its time': [past.token, 'session_ended'],
      'of a person who is banned': [ofBanned, 'session_ended'],
      'in another person’s session': [
        await api.issuer.sign(owner, { claims: { session_id: borrowed } }),
        'session_ended',
      ],
      'of no session': [await api.issuer.sign(owner, { claims: { session_id: undefined } }), 'unauthorized'],
      'of what is no session': [await api.issuer.sign(owner, { claims: { session_id: 'x' } }), 'unauthorized'],
      'without the second factor': [first.token, 'mfa_required'],
    };
  });

  it.each(SIGNED_IN)('is refused by %s without a valid session', async (_, endpoint) => {
    const path = endpoint.path.replace(':accountId', studio.id).replace(/:\w+/, '0'.repeat(20));
    for (const [what, [token, code]] of Object.entries(tokens)) {
      const answer = await api.call(endpoint.method, path, {
        token,
        account: studio.id,
        channel: endpoint.channel ?? null,
        ...(endpoint.access === 'sync' ? { headers: { 'x-api-key': ZERO_API_KEY } } : {}),
      });
      // Endpoints for API tokens take no sign-in at all.
      const expected = endpoint.access === 'token' ? 'token_invalid' : code;
      expect([what, answer.status, answer.error.code]).toEqual([what, 401, expected]);
    }
  });

  it('is accepted after the second factor, and while one is unverified', async () => {
    const person = await newPerson(api);
    await insertFactor(api.db.pool, person, 'unverified');
    expect((await sessions((await signIn(person)).token)).length).toBe(1);
    await insertFactor(api.db.pool, person);
    expect((await sessions((await signIn(person, { aal: 'aal2' })).token)).length).toBe(2);
    for (const aal of ['aal1', undefined, 'AAL2']) {
      const { token } = await signIn(person, { aal });
      const answer = await api.call('GET', '/api/me/sessions', { token });
      expect([aal, answer.error.code]).toEqual([aal, 'mfa_required']);
    }
  });

  it('grants no member access to a gallery after its session ended', async () => {
    const galleryId = await publishedGallery(api, studio, { visibility: 'invite' });
    const knock = async (token: string) =>
      (await api.call('POST', `/api/p/${galleryId}/galleries/verify`, { channel: 'public', token })).read(
        publicPages.verify,
      ).access;
    expect(await knock((await signIn(studio.owner)).token)).toBe('granted');
    expect(await knock(ended)).not.toBe('granted');
  });
});
