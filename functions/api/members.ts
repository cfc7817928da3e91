import { members } from '#core/api/members.ts';
import { AppError } from '#core/domain/errors.ts';
import { assertCan, can, type Role } from '#core/domain/roles.ts';
import type { Queryable } from '../lib/db.ts';
import { handle } from '../lib/http.ts';
import type { Member } from '../lib/membership.ts';
import { recordSecurityEvent } from '../lib/security-events.ts';
import { assertOwned, countTeamAct, isLastOwner, lockTeam, roleOfMember, withdrawInvites } from './team.ts';

/**
 * Nobody changes what they are themselves, lest a studio be without an owner; those who may leave, or hand it over.
 * @throws AppError `last_owner`, `forbidden`
 */
async function refuseOwn(tx: Queryable, { userId, accountId }: Member, target: string): Promise<void> {
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

async function endMembership(tx: Queryable, accountId: string, userId: string, now: number): Promise<void> {
  await withdrawInvites(tx, accountId, userId, now);
  await tx.query('delete from account_members where account_id = $1 and user_id = $2', [accountId, userId]);
  await assertOwned(tx, accountId);
}

export const changeRole = handle(members.changeRole, async ({ services, caller, params, body }) => {
  const { accountId } = caller;
  const now = services.clock();
  await countTeamAct(services.db, caller, now);
  await services.db.transaction(async (tx) => {
    const own = await lockTeam(tx, caller);
    assertCan(own, 'members.manage');
    const before = await roleOfMember(tx, accountId, params.userId);
    await refuseOwn(tx, caller, params.userId);
    // Who unmakes an owner is another one, so that there is always one left.
    if (before === 'owner' || body.role === 'owner') assertCan(own, 'owners.manage');
    if (before === body.role) return;
    await setRole(tx, accountId, params.userId, body.role);
    const event = { accountId, actor: caller, subject: { userId: params.userId } };
    const details = { from: before, to: body.role };
    await recordSecurityEvent(tx, { ...event, kind: 'role_changed', details }, now);
    if (!can(body.role, 'members.manage')) await withdrawInvites(tx, accountId, params.userId, now);
    await assertOwned(tx, accountId);
  });
  return { body: { userId: params.userId, role: body.role } };
});

export const remove = handle(members.remove, async ({ services, caller, params }) => {
  const { accountId } = caller;
  const now = services.clock();
  await countTeamAct(services.db, caller, now);
  await services.db.transaction(async (tx) => {
    const own = await lockTeam(tx, caller);
    assertCan(own, 'members.manage');
    const role = await roleOfMember(tx, accountId, params.userId);
    await refuseOwn(tx, caller, params.userId);
    if (role === 'owner') assertCan(own, 'owners.manage');
    const event = { accountId, actor: caller, subject: { userId: params.userId }, details: { from: role } };
    await recordSecurityEvent(tx, { ...event, kind: 'member_removed' }, now);
    await endMembership(tx, accountId, params.userId, now);
  });
  return { body: {} };
});

export const leave = handle(members.leave, async ({ services, caller }) => {
  const { accountId, userId } = caller;
  await services.db.transaction(async (tx) => {
    const role = await lockTeam(tx, caller);
    if (await isLastOwner(tx, accountId, userId)) throw new AppError('last_owner');
    const event = { accountId, actor: caller, details: { from: role } };
    const now = services.clock();
    await recordSecurityEvent(tx, { ...event, kind: 'member_left' }, now);
    await endMembership(tx, accountId, userId, now);
  });
  return { body: {} };
});

export const transfer = handle(members.transfer, async ({ services, caller, body }) => {
  const { accountId, userId } = caller;
  await services.db.transaction(async (tx) => {
    assertCan(await lockTeam(tx, caller), 'owners.manage');
    if (body.userId === userId) throw new AppError('validation_failed', { field: 'userId' });
    const before = await roleOfMember(tx, accountId, body.userId);
    await setRole(tx, accountId, body.userId, 'owner');
    await setRole(tx, accountId, userId, 'admin');
    const event = { accountId, actor: caller, subject: { userId: body.userId } };
    const details = { from: before, to: 'owner' };
    await recordSecurityEvent(tx, { ...event, kind: 'ownership_transferred', details }, services.clock());
    await assertOwned(tx, accountId);
  });
  return { body: {} };
});
