import { AppError } from '#core/domain/errors.ts';
import type { Role } from '#core/domain/roles.ts';
import { MAX_TEAM } from '#core/domain/team.ts';
import { type Queryable, timestamp } from '../lib/db.ts';
import { findRole, type Member } from '../lib/membership.ts';
import { countAttempt } from '../lib/rate-limit.ts';
import { hashToken } from '../lib/secrets.ts';

/**
 * Holds a studio's team still until the transaction ends, so that two acts at once cannot leave it without an owner;
 * answers what the caller is in it by now: somebody else's act may have come first.
 * @throws AppError `forbidden` when they are out.
 */
export async function lockTeam(tx: Queryable, caller: Pick<Member, 'userId' | 'accountId'>): Promise<Role> {
  // Not `for update`: whoever adds a row to the studio holds its key, and need not wait.
  await tx.query('select from accounts where id = $1 for no key update', [caller.accountId]);
  const role = await findRole(tx, caller.userId, caller.accountId);
  if (!role) throw new AppError('forbidden');
  return role;
}

/** @throws AppError `not_found` */
export async function roleOfMember(tx: Queryable, accountId: string, userId: string): Promise<Role> {
  const role = await findRole(tx, userId, accountId);
  if (!role) throw new AppError('not_found');
  return role;
}

/** Whether a studio has no other owner. Only the truth while its team is locked. */
export async function isLastOwner(tx: Queryable, accountId: string, userId: string): Promise<boolean> {
  const [row] = await tx.query<{ isLast: boolean }>(
    `select bool_and(user_id = $2) as "isLast" from account_members where account_id = $1 and role = 'owner'`,
    [accountId, userId],
  );
  return row?.isLast ?? false;
}

/**
 * @param email of an invitation that is open already, which takes no place more
 * @throws AppError `limit_reached`
 */
export async function assertRoom(tx: Queryable, accountId: string, email: string, now: number): Promise<void> {
  const [row] = await tx.query<{ count: number }>(
    `select (select count(*) from account_members where account_id = $1)
       + (select count(*) from team_invites where account_id = $1 and status in ('pending', 'sent')
            and expires_at > $3 and lower(email) <> $2) as count`,
    [accountId, email, timestamp(now)],
  );
  if ((row?.count ?? 0) >= MAX_TEAM) throw new AppError('limit_reached', { maximum: MAX_TEAM });
}

const HOUR_MS = 60 * 60 * 1000;
/** Mails of one studio to one person: enough to send again twice, too few to be a nuisance. */
const MAILS_TO_ONE = { limit: 5, windowMs: HOUR_MS };
/** Of all studios together: no studio can use up another's, and nobody's mailbox is flooded. */
const MAILS_TO_ONE_FROM_ALL = { limit: 20, windowMs: HOUR_MS };
/** Of one studio to everybody: the whole of a large team twice a day. */
const MAILS_OF_STUDIO = { limit: 2 * MAX_TEAM, windowMs: 24 * HOUR_MS };

/** @throws AppError `rate_limited` */
export async function countTeamMail(db: Queryable, accountId: string, email: string, now: number): Promise<void> {
  const person = hashToken(email);
  await countAttempt(db, { bucket: `team-mail:${accountId}:${person}`, ...MAILS_TO_ONE }, now);
  await countAttempt(db, { bucket: `team-mail:${person}`, ...MAILS_TO_ONE_FROM_ALL }, now);
  await countAttempt(db, { bucket: `team-mails:${accountId}`, ...MAILS_OF_STUDIO }, now);
}
