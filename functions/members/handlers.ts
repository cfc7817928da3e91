import { members } from '#core/api/members.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { INTEGRATION_CAPABILITY } from '#core/domain/studio/integrations.ts';
import { assertCan, can, type Role } from '#core/domain/studio/roles.ts';
import type { Member } from '../platform/auth/authorization.ts';
import type { Queryable } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { endCopiedLinks } from '../public-studio/client-links.ts';
import { assertHasOwner, findMemberRole, isLastOwner, limitTeamWrites, lockTeam, withdrawInvites } from './team.ts';
import { endWebhooks } from './webhooks.ts';

export { invite, previewInvite, resendInvite, revokeInvite } from './invites.ts';
export { allowSupport, endSupport, supportVisits } from './support-visits.ts';

/**
 * Prevents members from changing or removing themselves, which could leave a studio without an owner; they can leave or
 * transfer ownership instead.
 * @throws AppError `last_owner`, `forbidden`
 */
async function forbidSelf(tx: Queryable, { userId, accountId }: Member, target: string): Promise<void> {
  if (target !== userId) return;
  throw new AppError((await isLastOwner(tx, accountId, userId)) ? 'last_owner' : 'forbidden');
}

async function setRole(tx: Queryable, accountId: string, userId: string, role: Role): Promise<void> {
  await tx.query('update account_members set role = $3 where account_id = $1 and user_id = $2', [
    accountId,
    userId,
    role,
  ]);
}

async function endMembership(tx: Queryable, actor: Member, userId: string, now: number): Promise<void> {
  const { accountId } = actor;
  await endWebhooks(tx, accountId, userId, actor, now);
  await withdrawInvites(tx, accountId, userId, now);
  await endCopiedLinks(tx, accountId, userId, now);
  await tx.query('delete from account_members where account_id = $1 and user_id = $2', [accountId, userId]);
  await assertHasOwner(tx, accountId);
}

export const changeRole = defineHandler(members.changeRole, async ({ services, caller, params, body }) => {
  const { accountId } = caller;
  const now = services.clock();
  await limitTeamWrites(services.db, caller, now);
  await services.db.transaction(async (tx) => {
    const callerRole = await lockTeam(tx, caller);
    assertCan(callerRole, 'members.manage');
    const before = await findMemberRole(tx, accountId, params.userId);
    await forbidSelf(tx, caller, params.userId);
    // Only another owner can demote an owner, so at least one remains.
    if (before === 'owner' || body.role === 'owner') assertCan(callerRole, 'owners.manage');
    if (before === body.role) return;
    await setRole(tx, accountId, params.userId, body.role);
    const event = { accountId, actor: caller, subject: { userId: params.userId } };
    const details = { from: before, to: body.role };
    await recordSecurityEvent(tx, { ...event, kind: 'role_changed', details }, now);
    if (!can(body.role, 'members.manage')) await withdrawInvites(tx, accountId, params.userId, now);
    if (!can(body.role, INTEGRATION_CAPABILITY)) await endWebhooks(tx, accountId, params.userId, caller, now);
    if (!can(body.role, 'customers.write')) await endCopiedLinks(tx, accountId, params.userId, now);
    await assertHasOwner(tx, accountId);
  });
  return { body: { userId: params.userId, role: body.role } };
});

export const remove = defineHandler(members.remove, async ({ services, caller, params }) => {
  const { accountId } = caller;
  const now = services.clock();
  await limitTeamWrites(services.db, caller, now);
  await services.db.transaction(async (tx) => {
    const callerRole = await lockTeam(tx, caller);
    assertCan(callerRole, 'members.manage');
    const role = await findMemberRole(tx, accountId, params.userId);
    await forbidSelf(tx, caller, params.userId);
    if (role === 'owner') assertCan(callerRole, 'owners.manage');
    const event = { accountId, actor: caller, subject: { userId: params.userId }, details: { from: role } };
    await recordSecurityEvent(tx, { ...event, kind: 'member_removed' }, now);
    await endMembership(tx, caller, params.userId, now);
  });
  return { body: {} };
});

export const leave = defineHandler(members.leave, async ({ services, caller }) => {
  const { accountId, userId } = caller;
  await services.db.transaction(async (tx) => {
    const role = await lockTeam(tx, caller);
    if (await isLastOwner(tx, accountId, userId)) throw new AppError('last_owner');
    const event = { accountId, actor: caller, details: { from: role } };
    const now = services.clock();
    await recordSecurityEvent(tx, { ...event, kind: 'member_left' }, now);
    await endMembership(tx, caller, userId, now);
  });
  return { body: {} };
});

export const transfer = defineHandler(members.transfer, async ({ services, caller, body }) => {
  const { accountId, userId } = caller;
  await services.db.transaction(async (tx) => {
    assertCan(await lockTeam(tx, caller), 'owners.manage');
    if (body.userId === userId) throw new AppError('validation_failed', { field: 'userId' });
    const before = await findMemberRole(tx, accountId, body.userId);
    await setRole(tx, accountId, body.userId, 'owner');
    await setRole(tx, accountId, userId, 'admin');
    const event = { accountId, actor: caller, subject: { userId: body.userId } };
    const details = { from: before, to: 'owner' };
    await recordSecurityEvent(tx, { ...event, kind: 'ownership_transferred', details }, services.clock());
    await assertHasOwner(tx, accountId);
  });
  return { body: {} };
});
