import { type AuthSessionRow, type Consent, me } from '#core/api/me.ts';
import { AppError } from '#core/domain/values/errors.ts';
import type { Role } from '#core/domain/studio/roles.ts';
import { closeAccount, lockOwnedAccounts } from '../accounts/close-account.ts';
import { ANOTHER_OWNER_EXISTS, withdrawInvites } from '../members/team.ts';
import { endWebhooks } from '../members/webhooks.ts';
import { readAuthUser } from '../platform/auth/authorization.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { endCopiedLinks } from '../public-studio/client-links.ts';

export { acceptInvite, declineInvite, invites } from './invites.ts';

/** Upper bound for the list; nobody has so many devices. */
const MAX_RESULTS = 200;

export const sessions = defineHandler(me.sessions, async ({ services, caller }) => {
  const body = await services.db.query<AuthSessionRow>(
    // `refreshed_at` has no time zone; the auth service writes UTC.
    `select id, created_at as "createdAt", coalesce(refreshed_at at time zone 'utc', updated_at, created_at) as "usedAt",
       user_agent as "userAgent", host(ip) as ip, id = $2 as "isCurrent"
     from auth_sessions($1) where not_after is null or not_after > $3
     order by "usedAt" desc, id limit ${MAX_RESULTS}`,
    [caller.userId, caller.sessionId, timestamp(services.clock())],
  );
  return { body };
});

export const endSession = defineHandler(me.endSession, async ({ services, caller, params }) => {
  await services.db.transaction(async (tx) => {
    // The delete cascades to refresh tokens; access tokens are checked against the session on every call.
    const [session] = await tx.query<{ ended: boolean }>('select end_auth_session($1, $2) as ended', [
      caller.userId,
      params.sessionId,
    ]);
    if (!session?.ended) throw new AppError('not_found');
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

const CONSENT_COLUMNS = 'purpose, version, granted, decided_at as "decidedAt"';

export const consents = defineHandler(me.consents, async ({ services, caller }) => ({
  body: await services.db.query<Consent>(
    `select ${CONSENT_COLUMNS} from user_consents where user_id = $1 order by purpose`,
    [caller.userId],
  ),
}));

export const saveConsent = defineHandler(me.saveConsent, async ({ services, caller, params, body }) => {
  const [saved] = await services.db.query<Consent>(
    `insert into user_consents (user_id, purpose, version, granted, decided_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id, purpose) do update
       set version = excluded.version, granted = excluded.granted, decided_at = excluded.decided_at
     returning ${CONSENT_COLUMNS}`,
    [caller.userId, params.purpose, body.version, body.granted, timestamp(services.clock())],
  );
  return { body: saved! };
});

interface MemberAccount {
  id: string;
  name: string;
  role: Role;
  galleries: number;
  photos: number;
  members: number;
  /** True if nobody else owns the studio. */
  isAlone: boolean;
}

async function readMemberAccounts(db: Queryable, userId: string): Promise<MemberAccount[]> {
  return db.query<MemberAccount>(
    `select a.id, a.name, me.role, u.gallery_count as galleries, u.photo_count as photos,
       (select count(*) from account_members m where m.account_id = a.id) as members,
       me.role = 'owner' and not ${ANOTHER_OWNER_EXISTS('a.id', '$1')} as "isAlone"
     from account_members me join accounts a on a.id = me.account_id join account_usage u on u.account_id = a.id
     where me.user_id = $1 and a.deleted_at is null order by a.name, a.id`,
    [userId],
  );
}

export const deletion = defineHandler(me.deletion, async ({ services, caller }) => {
  const studios = await readMemberAccounts(services.db, caller.userId);
  const [deleted, left] = [studios.filter((studio) => studio.isAlone), studios.filter((studio) => !studio.isAlone)];
  return { body: { deleted, left } };
});

export const remove = defineHandler(me.remove, async ({ services, caller, body }) => {
  const now = services.clock();
  const { userId } = caller;
  await services.db.transaction(async (tx) => {
    // Prevent this user from opening or joining studios until commit, because they would lose their owner.
    await lockOwnedAccounts(tx, caller);
    const { email } = await readAuthUser(tx, userId);
    if (body.email !== email) throw new AppError('confirmation_wrong', { field: 'email' });
    // Lock the studios in id order, to avoid deadlocks and to keep other owners from leaving concurrently.
    await tx.query(
      `select a.id from accounts a join account_members m on m.account_id = a.id where m.user_id = $1
       order by a.id for no key update of a`,
      [userId],
    );
    for (const { id: accountId, role, isAlone } of await readMemberAccounts(tx, userId)) {
      if (isAlone) await closeAccount(tx, accountId, caller, now);
      else {
        await recordSecurityEvent(tx, { accountId, kind: 'member_left', actor: caller, details: { from: role } }, now);
        await endWebhooks(tx, accountId, userId, caller, now);
      }
      await withdrawInvites(tx, accountId, userId, now);
      await endCopiedLinks(tx, accountId, userId, now);
    }
    // Delete the user first: the trigger that mails them reads their memberships. Sessions, factors and identities
    // cascade.
    await tx.query('select delete_auth_user($1)', [userId]);
    await tx.query('delete from account_members where user_id = $1', [userId]);
    await tx.query('delete from user_consents where user_id = $1', [userId]);
  });
  return { body: {} };
});
