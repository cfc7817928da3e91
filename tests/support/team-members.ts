import { me } from '#core/api/me.ts';
import { members } from '#core/api/members.ts';
import type { InvitedRole } from '#core/domain/studio/members.ts';
import type { SecurityEventKind } from '#core/domain/studio/security-events.ts';
import type { Answer, ApiStack } from './api.ts';
import { insertUser } from './auth-sessions.ts';
import { stranger, type Studio } from './studio.ts';
import type { Person } from './tokens.ts';

/**
 * Invites a user to the team, as the owner by default.
 * @returns the invitation's id
 */
export async function inviteToTeam(
  api: ApiStack,
  studio: Studio,
  email: string,
  role: InvitedRole = 'assistant',
  as: Person = studio.owner,
): Promise<string> {
  const answer = await api.call('POST', '/api/members/invites', { as, account: studio.id, body: { email, role } });
  return answer.read(members.invite).inviteId;
}

export function accept(api: ApiStack, inviteId: string, as: Person): Promise<Answer> {
  return api.call('POST', `/api/me/invites/${inviteId}/accept`, { as });
}

/** Creates a user without a studio. */
export async function newPerson(api: ApiStack): Promise<Person> {
  const person = stranger();
  await insertUser(api.db.pool, person);
  return person;
}

/** Creates a user who accepts an invitation to the team. */
export async function addMember(api: ApiStack, studio: Studio, role: InvitedRole = 'assistant'): Promise<Person> {
  const person = await newPerson(api);
  (await accept(api, await inviteToTeam(api, studio, person.email, role), person)).read(me.acceptInvite);
  return person;
}

export interface LoggedSecurityEvent {
  kind: SecurityEventKind;
  actor_id: string | null;
  actor_name: string;
  subject_id: string | null;
  subject_name: string;
  details: object;
}

/** Entries of a studio's security log, the latest last. */
export async function securityEvents(api: ApiStack, accountId: string): Promise<LoggedSecurityEvent[]> {
  const { rows } = await api.db.pool.query<LoggedSecurityEvent>(
    `select kind, actor_id, actor_name, subject_id, subject_name, details from security_events
     where account_id = $1 order by at, id`,
    [accountId],
  );
  return rows;
}
