import { type AuthSessionRow, me } from '#core/api/me.ts';
import { AppError } from '#core/domain/errors.ts';
import type { Role } from '#core/domain/roles.ts';
import { type Queryable, timestamp } from '../lib/db.ts';
import { handle } from '../lib/http.ts';
import { recordSecurityEvent } from '../lib/security-events.ts';
import { closeStudio, lockOwnStudios } from './account-end.ts';
import { requireFreshSession } from './fresh-session.ts';
import { readPerson } from './own-person.ts';
import { anotherOwner, withdrawInvites } from './team.ts';

/** More devices than anybody has, and a bound. */
const SESSIONS_AT_MOST = 200;

export const sessions = handle(me.sessions, async ({ services, caller }) => {
  const body = await services.db.query<AuthSessionRow>(
    // `refreshed_at` has no zone; the auth service writes UTC.
    `select id, created_at as "createdAt", coalesce(refreshed_at at time zone 'utc', updated_at, created_at) as "usedAt",
       user_agent as "userAgent", host(ip) as ip, id = $2 as "isCurrent"
     from auth.sessions where user_id = $1 and (not_after is null or not_after > $3)
     order by "usedAt" desc, id limit ${SESSIONS_AT_MOST}`,
    [caller.userId, caller.sessionId, timestamp(services.clock())],
  );
  return { body };
});

export const endSession = handle(me.endSession, async ({ services, caller, params }) => {
  await services.db.transaction(async (tx) => {
    // Refresh tokens go with it, and access tokens are asked about on every call.
    const [ended] = await tx.query('delete from auth.sessions where id = $1 and user_id = $2 returning id', [
      params.sessionId,
      caller.userId,
    ]);
    if (!ended) throw new AppError('not_found');
    const studios = await tx.query<{ accountId: string }>(
      'select account_id as "accountId" from account_members where user_id = $1 order by account_id',
      [caller.userId],
    );
    for (const { accountId } of studios) {
      await recordSecurityEvent(tx, { accountId, kind: 'session_ended', actor: caller }, services.clock());
    }
  });
  return { body: {} };
});

interface OwnStudio {
  id: string;
  name: string;
  role: Role;
  galleries: number;
  photos: number;
  members: number;
  /** Whether nobody else owns it. */
  isAlone: boolean;
}

async function readStudios(db: Queryable, userId: string): Promise<OwnStudio[]> {
  return db.query<OwnStudio>(
    `select a.id, a.name, me.role, u.gallery_count as galleries, u.photo_count as photos,
       (select count(*) from account_members m where m.account_id = a.id) as members,
       me.role = 'owner' and not ${anotherOwner('a.id', '$1')} as "isAlone"
     from account_members me join accounts a on a.id = me.account_id join account_usage u on u.account_id = a.id
     where me.user_id = $1 and a.deleted_at is null order by a.name, a.id`,
    [userId],
  );
}

export const deletion = handle(me.deletion, async ({ services, caller }) => {
  const studios = await readStudios(services.db, caller.userId);
  const [deleted, left] = [studios.filter((studio) => studio.isAlone), studios.filter((studio) => !studio.isAlone)];
  return { body: { deleted, left } };
});

export const remove = handle(me.remove, async ({ services, caller, body }) => {
  const now = services.clock();
  const { userId } = caller;
  await services.db.transaction(async (tx) => {
    // No studio of theirs is opened or joined from here on: it would be left without them.
    await lockOwnStudios(tx, caller);
    const { email } = await readPerson(tx, userId);
    if (body.email !== email) throw new AppError('confirmation_wrong', { field: 'email' });
    await requireFreshSession(tx, caller);
    // In the order of their ids, like everywhere; held, so that no other owner leaves at the same moment.
    await tx.query(
      `select a.id from accounts a join account_members m on m.account_id = a.id where m.user_id = $1
       order by a.id for no key update of a`,
      [userId],
    );
    for (const { id: accountId, role, isAlone } of await readStudios(tx, userId)) {
      if (isAlone) await closeStudio(tx, accountId, caller, now);
      else
        await recordSecurityEvent(tx, { accountId, kind: 'member_left', actor: caller, details: { from: role } }, now);
      await withdrawInvites(tx, accountId, userId, now);
    }
    // Sessions, factors and ways of signing in go with it. Before the memberships, by which the database tells the person.
    await tx.query('delete from auth.users where id = $1', [userId]);
    await tx.query('delete from account_members where user_id = $1', [userId]);
  });
  return { body: {} };
});
