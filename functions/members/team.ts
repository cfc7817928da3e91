import { AppError } from '#core/domain/values/errors.ts';
import { MAX_TEAM_MEMBERS } from '#core/domain/studio/members.ts';
import type { Role } from '#core/domain/studio/roles.ts';
import { findRole, type Member } from '../platform/auth/authorization.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';

/**
 * Locks a studio's team until the transaction ends, so that concurrent changes cannot leave it without an owner.
 * Returns the caller's current role, which may have changed since the request was authorised.
 * @throws AppError `forbidden` if the caller is no longer a member
 */
export async function lockTeam(tx: Queryable, caller: Pick<Member, 'userId' | 'accountId'>): Promise<Role> {
  // Not `for update`: inserts that reference the account take a key share lock and need not wait.
  await tx.query('select from accounts where id = $1 for no key update', [caller.accountId]);
  const role = await findRole(tx, caller.userId, caller.accountId);
  if (!role) throw new AppError('forbidden');
  return role;
}

/** @throws AppError `not_found` */
export async function findMemberRole(tx: Queryable, accountId: string, userId: string): Promise<Role> {
  const role = await findRole(tx, userId, accountId);
  if (!role) throw new AppError('not_found');
  return role;
}

/**
 * SQL: the account has an owner other than `person`. Asks for the sign-in, because the auth service may have deleted a
 * user whose membership row still exists.
 */
export const ANOTHER_OWNER_EXISTS = (account: string, person: string) => `exists (
  select from account_members o cross join auth_user(o.user_id)
  where o.account_id = ${account} and o.role = 'owner' and o.user_id <> ${person})`;

/** True for the only owner. Valid only while the team is locked. */
export async function isLastOwner(tx: Queryable, accountId: string, userId: string): Promise<boolean> {
  const [row] = await tx.query<{ isLast: boolean }>(
    `select not ${ANOTHER_OWNER_EXISTS('$1', '$2')} as "isLast" from account_members
     where account_id = $1 and user_id = $2 and role = 'owner'`,
    [accountId, userId],
  );
  return row?.isLast ?? false;
}

/**
 * Call this last in every transaction that ends or changes a membership.
 * @throws AppError `last_owner` if the studio would have no owner
 */
export async function assertHasOwner(tx: Queryable, accountId: string): Promise<void> {
  const [row] = await tx.query(
    `select from account_members m cross join auth_user(m.user_id)
     where m.account_id = $1 and m.role = 'owner' limit 1`,
    [accountId],
  );
  if (!row) throw new AppError('last_owner');
}

/**
 * Revokes a user's open invitations in a studio, sent and received: a user who left, or lost the right to invite, must
 * not return by one of their own.
 */
export async function withdrawInvites(tx: Queryable, accountId: string, userId: string, now: number): Promise<void> {
  await tx.query(
    `update team_invites set status = 'revoked', responded_at = $3
     where account_id = $1 and status in ('pending', 'sent') and (author_id = $2 or lower(email) =
       (select lower(m.email) from account_members m where m.account_id = $1 and m.user_id = $2))`,
    [accountId, userId, timestamp(now)],
  );
}

/**
 * @param email of an invitation; an open one to the same email takes no further seat
 * @throws AppError `limit_reached`
 */
export async function assertCapacity(tx: Queryable, accountId: string, email: string, now: number): Promise<void> {
  const [row] = await tx.query<{ count: number }>(
    `select (select count(*) from account_members where account_id = $1)
       + (select count(*) from team_invites where account_id = $1 and status in ('pending', 'sent')
            and expires_at > $3 and lower(email) <> $2) as count`,
    [accountId, email, timestamp(now)],
  );
  if ((row?.count ?? 0) >= MAX_TEAM_MEMBERS) throw new AppError('limit_reached', { maximum: MAX_TEAM_MEMBERS });
}

type Actor = Pick<Member, 'userId' | 'accountId'>;

/** @throws AppError `rate_limited` */
export async function limitTeamWrites(db: Queryable, { userId, accountId }: Actor, now: number): Promise<void> {
  await limitAttempts(db, 'team-changes', { account: accountId, user: userId }, now);
}

/** @throws AppError `rate_limited` */
export async function limitTeamMails(
  db: Queryable,
  { userId, accountId }: Actor,
  email: string,
  now: number,
): Promise<void> {
  await limitAttempts(db, 'team-mails-member', { user: userId }, now);
  const { count } = await limitAttempts(db, 'team-mails', { account: accountId, mailbox: email }, now);
  // The first mail of a studio is its own: others cannot use up the mailbox's limit for it.
  if (count > 1) await limitAttempts(db, 'team-mails-mailbox', { mailbox: email }, now);
  await limitAttempts(db, 'team-mails-studio', { account: accountId }, now);
}
