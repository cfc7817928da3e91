import { members } from '#core/api/members.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { makeId } from '#core/domain/values/ids.ts';
import {
  type InvitedRole,
  TEAM_INVITE_MS,
  TEAM_INVITE_TRANSITIONS,
  type TeamInviteStatus,
} from '#core/domain/studio/members.ts';
import { assertCan } from '#core/domain/studio/roles.ts';
import { assertTransition } from '#core/domain/values/transitions.ts';
import { assertDeliverable } from '../mails/suppressions.ts';
import { enqueue } from '../outbox/enqueue.ts';
import type { Member } from '../platform/auth/authorization.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { readInvite } from './invite-rows.ts';
import { assertCapacity, limitTeamMails, limitTeamWrites, lockTeam } from './team.ts';

/** Stores the invitation and enqueues its mail. A pending mail of the same invitation is reused. */
async function send(
  tx: Queryable,
  caller: Member,
  invite: { id: string; email: string; role: InvitedRole },
  now: number,
): Promise<void> {
  const { accountId } = caller;
  const event = { accountId, actor: caller, subject: { name: invite.email }, details: { to: invite.role } };
  await recordSecurityEvent(tx, { ...event, kind: 'member_invited' }, now);
  await enqueue(tx, accountId, 'team.invite', { inviteId: invite.id }, now, { dedupeKey: `team-invite:${invite.id}` });
}

export const invite = defineHandler(members.invite, async ({ services, caller, body: { email, role } }) => {
  const now = services.clock();
  const { accountId } = caller;
  await limitTeamMails(services.db, caller, email, now);
  await assertDeliverable(services.db, { accountId, email }, now);
  const inviteId = await services.db.transaction(async (tx) => {
    assertCan(await lockTeam(tx, caller), 'members.manage');
    const [member] = await tx.query('select from account_members where account_id = $1 and lower(email) = $2', [
      accountId,
      email,
    ]);
    // The caller may see the team's members. Never reveal whether other people have an account.
    if (member) throw new AppError('already_member', { field: 'email' });
    await assertCapacity(tx, accountId, email, now);
    const [row] = await tx.query<{ id: string }>(
      `insert into team_invites (id, account_id, author_id, email, role, expires_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (account_id, lower(email)) where status in ('pending', 'sent') do update
         set status = 'pending', author_id = excluded.author_id, role = excluded.role, expires_at = excluded.expires_at,
           mail_error = null
       returning id`,
      [makeId(random), accountId, caller.userId, email, role, timestamp(now + TEAM_INVITE_MS), timestamp(now)],
    );
    await send(tx, caller, { id: row!.id, email, role }, now);
    return row!.id;
  });
  return { body: { inviteId, status: 'pending' as const } };
});

interface InviteRow {
  id: string;
  email: string;
  role: InvitedRole;
  status: TeamInviteStatus;
}

/** @throws AppError `not_found`, also for an invitation of another account */
async function findInvite(db: Queryable, accountId: string, inviteId: string): Promise<InviteRow> {
  const [row] = await db.query<InviteRow>(
    'select id, email, role, status from team_invites where id = $1 and account_id = $2',
    [inviteId, accountId],
  );
  if (!row) throw new AppError('not_found');
  return row;
}

export const resendInvite = defineHandler(members.resendInvite, async ({ services, caller, params, body }) => {
  const now = services.clock();
  const { accountId } = caller;
  const { email } = await findInvite(services.db, accountId, params.inviteId);
  await limitTeamMails(services.db, caller, email, now);
  await assertDeliverable(services.db, { accountId, email, again: body?.again }, now);
  await services.db.transaction(async (tx) => {
    assertCan(await lockTeam(tx, caller), 'members.manage');
    await assertCapacity(tx, caller.accountId, email, now);
    const [row] = await tx.query<InviteRow>(
      `update team_invites set status = 'pending', expires_at = $3, mail_error = null
       where id = $1 and account_id = $2 and status in ('pending', 'sent') returning id, email, role, status`,
      [params.inviteId, caller.accountId, timestamp(now + TEAM_INVITE_MS)],
    );
    // The invitation was answered or revoked concurrently.
    if (!row) throw new AppError('transition_refused', { field: 'status', to: 'pending' });
    await send(tx, caller, row, now);
  });
  return { body: { inviteId: params.inviteId, status: 'pending' as const } };
});

export const revokeInvite = defineHandler(members.revokeInvite, async ({ services, caller, params }) => {
  const { accountId } = caller;
  const now = services.clock();
  await limitTeamWrites(services.db, caller, now);
  await services.db.transaction(async (tx) => {
    assertCan(await lockTeam(tx, caller), 'members.manage');
    const [won] = await tx.query<InviteRow>(
      `update team_invites set status = 'revoked', responded_at = $3
       where id = $1 and account_id = $2 and status in ('pending', 'sent') returning id, email, role, status`,
      [params.inviteId, accountId, timestamp(now)],
    );
    if (!won) {
      const { status } = await findInvite(tx, accountId, params.inviteId);
      // A repeated request succeeds.
      if (status !== 'revoked') assertTransition(TEAM_INVITE_TRANSITIONS, status, 'revoked');
      return;
    }
    const event = { accountId, actor: caller, subject: { name: won.email }, details: { to: won.role } };
    await recordSecurityEvent(tx, { ...event, kind: 'invite_revoked' }, now);
  });
  return { body: { inviteId: params.inviteId, status: 'revoked' as const } };
});

export const previewInvite = defineHandler(members.previewInvite, async ({ services, request, body }) => {
  const now = services.clock();
  await limitAttempts(services.db, 'team-invite-views', { network: request.viewerIp }, now);
  return { body: await readInvite(services.db, body.inviteId, now) };
});
