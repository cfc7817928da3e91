import { me, type ReceivedInvite } from '#core/api/me.ts';
import { AppError } from '#core/domain/values/errors.ts';
import type { InvitedRole } from '#core/domain/studio/members.ts';
import type { SecurityEventKind } from '#core/domain/studio/security-events.ts';
import { lockOwnedAccounts } from '../accounts/close-account.ts';
import { readAccount } from '../accounts/rows.ts';
import { inviteError } from '../members/invite-rows.ts';
import type { Identity } from '../platform/auth/access-token.ts';
import { type AuthUser, readAuthUser } from '../platform/auth/authorization.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { IS_OPEN } from '../platform/studio-facts.ts';

/** Upper bound for the list; nobody has so many invitations. */
const MAX_RESULTS = 100;

export const invites = defineHandler(me.invites, async ({ services, caller }) => {
  const { email, isConfirmed } = await readAuthUser(services.db, caller.userId);
  if (!isConfirmed || !email) return { body: [] };
  const body = await services.db.query<ReceivedInvite>(
    `select i.id, a.name as studio, i.role, coalesce(nullif(m.name, ''), m.email, a.name) as "invitedBy",
       i.expires_at as "expiresAt"
     from team_invites i join accounts a on a.id = i.account_id
       left join account_members m on m.account_id = i.account_id and m.user_id = i.author_id
     where lower(i.email) = $1 and i.status in ('pending', 'sent') and i.expires_at > $2 and ${IS_OPEN}
     order by i.created_at desc, i.id limit ${MAX_RESULTS}`,
    [email, timestamp(services.clock())],
  );
  return { body };
});

interface InviteResponse {
  accountId: string;
  role: InvitedRole;
  person: AuthUser;
}

/**
 * Consumes an open invitation. One statement checks and marks it, so only one of many concurrent calls succeeds.
 * @throws AppError `invite_invalid`, `invite_used`, `invite_expired`, `invite_other_email`
 */
async function respondToInvite(
  tx: Queryable,
  caller: Identity,
  inviteId: string,
  status: 'accepted' | 'declined',
  now: number,
): Promise<InviteResponse> {
  // Serialise with deleting the sign-in and closing the studio.
  await lockOwnedAccounts(tx, caller);
  const person = await readAuthUser(tx, caller.userId);
  await tx.query('select from accounts a join team_invites i on i.account_id = a.id where i.id = $1 for share of a', [
    inviteId,
  ]);
  const [won] = await tx.query<{ accountId: string; role: InvitedRole }>(
    `update team_invites i set status = $3, responded_at = $4 from accounts a
     where i.id = $1 and a.id = i.account_id and ${IS_OPEN}
       and i.status in ('pending', 'sent') and i.expires_at > $4 and lower(i.email) = $2
     returning i.account_id as "accountId", i.role`,
    // An unconfirmed email may belong to another person.
    [inviteId, person.isConfirmed ? person.email : '', status, timestamp(now)],
  );
  if (!won) throw await inviteError(tx, inviteId, now);
  return { ...won, person };
}

async function record(tx: Queryable, kind: SecurityEventKind, caller: Identity, answered: InviteResponse, now: number) {
  const { accountId, role, person } = answered;
  const actor = { userId: caller.userId, name: person.email };
  await recordSecurityEvent(tx, { accountId, kind, actor, details: { to: role } }, now);
}

export const acceptInvite = defineHandler(me.acceptInvite, async ({ services, caller, params }) => {
  const now = services.clock();
  const accountId = await services.db.transaction(async (tx) => {
    const answered = await respondToInvite(tx, caller, params.inviteId, 'accepted', now);
    const { accountId: account, role, person } = answered;
    const [joined] = await tx.query(
      `insert into account_members (account_id, user_id, role, name, email, created_at)
       values ($1, $2, $3, $4, $5, $6) on conflict (account_id, user_id) do nothing returning user_id`,
      [account, caller.userId, role, person.name, person.email, timestamp(now)],
    );
    if (!joined) throw new AppError('already_member');
    await record(tx, 'member_joined', caller, answered, now);
    return account;
  });
  return { body: await readAccount(services, caller.userId, accountId) };
});

export const declineInvite = defineHandler(me.declineInvite, async ({ services, caller, params }) => {
  const now = services.clock();
  await services.db.transaction(async (tx) => {
    const answered = await respondToInvite(tx, caller, params.inviteId, 'declined', now);
    await record(tx, 'invite_declined', caller, answered, now);
  });
  return { body: {} };
});
