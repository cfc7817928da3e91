import { beforeEach, describe, expect, it } from 'vitest';
import { endpoints } from '#core/api/endpoints.ts';
import { CONSENT_VERSION } from '#core/domain/studio/consents.ts';
import { ROLES, type Role } from '#core/domain/studio/roles.ts';
import { type Answer, testApi } from '../support/api.ts';
import { insertFactor, insertSession } from '../support/auth-sessions.ts';
import { newId } from '../support/rows.ts';
import { inviteToTeam, addMember, newPerson } from '../support/team-members.ts';
import { makeStudio, type Studio } from '../support/studio.ts';
import type { Person } from '../support/tokens.ts';

/** Every actor × every endpoint of teams, own accounts and closed studios. */
const ACTORS = [...ROLES, 'removed member', "other account's owner", 'stranger', 'ended session', 'nobody'] as const;
type Actor = (typeof ACTORS)[number];

interface World {
  studio: Studio;
  /** User id of an assistant. */
  colleague: Person;
  /** Id of an open invitation to another address. */
  inviteId: string;
}

type Outcome = number | string;

interface Case {
  call: (world: World, as: Options) => Promise<Answer>;
  /** Expected response for each role: a success status or an error code. */
  roles: Readonly<Record<Role, Outcome>>;
  /** Expected response for a signed-in user who is no member. */
  stranger: Outcome;
  /** The endpoint needs no sign-in. */
  isOpen?: true;
}

interface Options {
  as?: Person;
  token?: string;
  account: string;
}

const api = await testApi();
/** Shared by requests until one may have changed it. */
let world: World;
let removed: Person;
let isUsed = true;
beforeEach(async () => {
  if (!isUsed) return;
  const studio = await makeStudio(api);
  removed = await addMember(api, studio, 'admin');
  await api.call('DELETE', `/api/members/${removed.userId}`, { as: studio.owner, account: studio.id });
  const { email } = await newPerson(api);
  world = { studio, colleague: await addMember(api, studio), inviteId: await inviteToTeam(api, studio, email) };
  isUsed = false;
});

const all = (outcome: Outcome) => ({ owner: outcome, admin: outcome, photographer: outcome, assistant: outcome });
const managers = (status: number) => ({ ...all('forbidden'), owner: status, admin: status });
const ownerAlone = (outcome: Outcome) => ({ ...all('forbidden'), owner: outcome });

const CASES: Readonly<Record<string, Case>> = {
  'members.invite': {
    call: (_, by) =>
      api.call('POST', '/api/members/invites', { ...by, body: { email: 'new@example.org', role: 'admin' } }),
    roles: managers(201),
    stranger: 'forbidden',
  },
  'members.resendInvite': {
    call: ({ inviteId }, by) => api.call('POST', `/api/members/invites/${inviteId}/resend`, by),
    roles: managers(200),
    stranger: 'forbidden',
  },
  'members.revokeInvite': {
    call: ({ inviteId }, by) => api.call('DELETE', `/api/members/invites/${inviteId}`, by),
    roles: managers(200),
    stranger: 'forbidden',
  },
  'members.previewInvite': {
    call: ({ inviteId }, by) => api.call('POST', '/api/members/invites/look', { ...by, body: { inviteId } }),
    roles: all(200),
    stranger: 200,
    isOpen: true,
  },
  'members.changeRole': {
    call: ({ colleague }, by) =>
      api.call('PATCH', `/api/members/${colleague.userId}`, { ...by, body: { role: 'photographer' } }),
    roles: managers(200),
    stranger: 'forbidden',
  },
  'members.changeRole (owner)': {
    call: ({ colleague }, by) =>
      api.call('PATCH', `/api/members/${colleague.userId}`, { ...by, body: { role: 'owner' } }),
    roles: ownerAlone(200),
    stranger: 'forbidden',
  },
  'members.remove': {
    call: ({ colleague }, by) => api.call('DELETE', `/api/members/${colleague.userId}`, by),
    roles: managers(200),
    stranger: 'forbidden',
  },
  'members.remove (owner)': {
    call: ({ studio }, by) => api.call('DELETE', `/api/members/${studio.owner.userId}`, by),
    roles: ownerAlone('last_owner'),
    stranger: 'forbidden',
  },
  'members.leave': {
    call: (_, by) => api.call('POST', '/api/members/leave', by),
    roles: { ...all(200), owner: 'last_owner' },
    stranger: 'forbidden',
  },
  'members.supportVisits': {
    call: (_, by) => api.call('GET', '/api/support-visits', by),
    roles: all(200),
    stranger: 'forbidden',
  },
  'members.allowSupport': {
    call: (_, by) => api.call('POST', `/api/support-visits/${newId()}`, { ...by, body: { hours: 24 } }),
    roles: ownerAlone('not_found'),
    stranger: 'forbidden',
  },
  'members.endSupport': {
    call: (_, by) => api.call('DELETE', `/api/support-visits/${newId()}`, by),
    roles: ownerAlone('not_found'),
    stranger: 'forbidden',
  },
  'members.transfer': {
    call: ({ colleague }, by) =>
      api.call('POST', '/api/members/transfer', { ...by, body: { userId: colleague.userId } }),
    roles: ownerAlone(200),
    stranger: 'forbidden',
  },
  'accounts.close': {
    call: ({ studio }, by) => api.call('POST', `/api/accounts/${studio.id}/close`, { ...by, body: { name: 'Studio' } }),
    roles: ownerAlone(200),
    stranger: 'not_found',
  },
  'accounts.closed': { call: (_, by) => api.call('GET', '/api/accounts/closed', by), roles: all(200), stranger: 200 },
  'accounts.restore': {
    call: async ({ studio }, by) => {
      await api.db.pool.query('update accounts set deleted_at = now() where id = $1', [studio.id]);
      return api.call('POST', `/api/accounts/${studio.id}/restore`, by);
    },
    roles: { ...all('not_found'), owner: 200 },
    stranger: 'not_found',
  },
  'me.sessions': { call: (_, by) => api.call('GET', '/api/me/sessions', by), roles: all(200), stranger: 200 },
  'me.endSession': {
    call: async ({ colleague }, by) =>
      api.call('DELETE', `/api/me/sessions/${await insertSession(api.db.pool, colleague)}`, by),
    roles: all('not_found'),
    stranger: 'not_found',
  },
  'me.consents': { call: (_, by) => api.call('GET', '/api/me/consents', by), roles: all(200), stranger: 200 },
  'me.saveConsent': {
    call: (_, by) =>
      api.call('PUT', '/api/me/consents/analytics', { ...by, body: { version: CONSENT_VERSION, granted: false } }),
    roles: all(200),
    stranger: 200,
  },
  'me.invites': { call: (_, by) => api.call('GET', '/api/me/invites', by), roles: all(200), stranger: 200 },
  'me.acceptInvite': {
    call: ({ inviteId }, by) => api.call('POST', `/api/me/invites/${inviteId}/accept`, by),
    roles: all('invite_other_email'),
    stranger: 'invite_other_email',
  },
  'me.declineInvite': {
    call: ({ inviteId }, by) => api.call('POST', `/api/me/invites/${inviteId}/decline`, by),
    roles: all('invite_other_email'),
    stranger: 'invite_other_email',
  },
  'me.deletion': { call: (_, by) => api.call('GET', '/api/me/deletion', by), roles: all(200), stranger: 200 },
  'me.remove': {
    call: ({ colleague }, by) => api.call('POST', '/api/me/delete', { ...by, body: { email: colleague.email } }),
    roles: all('confirmation_wrong'),
    stranger: 'confirmation_wrong',
  },
};

const nameOf = (label: string) => label.split(' ')[0]!;
const isRole = (actor: Actor): actor is Role => (ROLES as readonly string[]).includes(actor);

async function optionsOf(actor: Actor): Promise<Options> {
  const { studio } = world;
  const account = studio.id;
  if (isRole(actor)) return { as: studio.people[actor], account };
  if (actor === 'removed member') return { as: removed, account };
  if (actor === "other account's owner") return { as: (await makeStudio(api)).owner, account };
  if (actor === 'stranger') return { as: await newPerson(api), account };
  if (actor === 'nobody') return { account };
  const session_id = await insertSession(api.db.pool, studio.owner);
  const token = await api.issuer.sign(studio.owner, { claims: { session_id } });
  await api.db.pool.query('delete from auth.sessions where id = $1', [session_id]);
  return { token, account };
}

function expectedOf({ roles, stranger, isOpen }: Case, actor: Actor): Outcome {
  if (isRole(actor)) return roles[actor];
  if (isOpen) return stranger;
  if (actor === 'nobody') return 'unauthorized';
  return actor === 'ended session' ? 'session_ended' : stranger;
}

/** All rows that a request can change, as one text. */
async function stateOf(studio: Studio): Promise<string> {
  const parts = await Promise.all(
    [
      'select role, user_id from account_members where account_id = $1 order by user_id',
      'select id, status, role, expires_at from team_invites where account_id = $1 order by id',
      'select id from security_events where account_id = $1 order by id',
      'select name from accounts where id = $1',
      `select s.id from auth.sessions s join account_members m on m.user_id = s.user_id where m.account_id = $1
       and s.user_agent is null`,
    ].map(async (sql) => (await api.db.pool.query(sql, [studio.id])).rows),
  );
  return JSON.stringify(parts);
}

it('every endpoint of teams and own accounts is in the matrix', () => {
  const { members, me } = endpoints;
  const names = [
    ...Object.keys(members).map((name) => `members.${name}`),
    ...Object.keys(me).map((name) => `me.${name}`),
    'accounts.close',
    'accounts.closed',
    'accounts.restore',
  ];
  expect(new Set(Object.keys(CASES).map(nameOf))).toEqual(new Set(names));
});

describe('the matrix', () => {
  const cells = Object.entries(CASES).flatMap(([label, entry]) => ACTORS.map((actor) => ({ label, actor, ...entry })));

  it.each(cells)('$label by $actor', async ({ label, actor, call, ...entry }) => {
    isUsed = true;
    const options = await optionsOf(actor);
    const before = await stateOf(world.studio);
    const answer = await call(world, options);
    const outcome = answer.status < 400 ? answer.status : answer.error.code;
    expect(outcome).toBe(expectedOf({ call, ...entry }, actor));
    const after = await stateOf(world.studio);
    if (typeof outcome !== 'number') expect(after).toBe(before);
    // A call of `accounts.restore` closes the studio first.
    isUsed = after !== before || label === 'accounts.restore';
  });

  it.each(Object.entries(CASES).filter(([, { isOpen }]) => !isOpen))(
    '%s by an owner without the second factor',
    async (_, { call }) => {
      isUsed = true;
      const { studio } = world;
      await insertFactor(api.db.pool, studio.owner);
      const answer = await call(world, { as: studio.owner, account: studio.id });
      expect([answer.status, answer.error.code]).toEqual([401, 'mfa_required']);
    },
  );
});
