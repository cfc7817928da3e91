import { defineMutator } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/errors.ts';
import { rowId } from '../../domain/ids.ts';
import {
  assertEndsAfterStart,
  MAX_PLANS,
  newSchedulePlan,
  PLAN_DEFAULTS,
  schedulePlanChanges,
} from '../../domain/schedule-plans.ts';
import { authorise, clientTime, serverTime } from '../context.ts';
import { zql } from '../schema.ts';
import { assertOwnParents, loadPlan } from './scheduling-access.ts';

/** Mutators of the times in which sessions of a type can be booked. */
export const planMutators = {
  create: defineMutator(
    newSchedulePlan.safeExtend({ now: clientTime }),
    async ({ tx, ctx: caller, args: { now: acted, ...plan } }) => {
      const ctx = authorise(caller, 'scheduling.write');
      if (await tx.run(zql.schedulePlans.where('id', plan.id).one())) throw new AppError('conflict', { field: 'id' });
      await assertOwnParents(tx, ctx, plan);
      const ofType = zql.schedulePlans.where('accountId', ctx.accountId).where('sessionTypeId', plan.sessionTypeId);
      if ((await tx.run(ofType)).length >= MAX_PLANS) throw new AppError('limit_reached');
      const now = serverTime(tx, ctx, acted);
      await tx.mutate.schedulePlans.insert({
        ...plan,
        endDate: plan.endDate ?? null,
        location: plan.location ?? '',
        locationId: plan.locationId ?? null,
        maxBookingsPerDay: plan.maxBookingsPerDay ?? PLAN_DEFAULTS.maxBookingsPerDay,
        bufferTime: plan.bufferTime ?? PLAN_DEFAULTS.bufferTime,
        isActive: plan.isActive ?? PLAN_DEFAULTS.isActive,
        accountId: ctx.accountId,
        authorId: ctx.userId,
        createdAt: now,
        updatedAt: now,
      });
    },
  ),

  update: defineMutator(
    z.strictObject({ id: rowId, changes: schedulePlanChanges, now: clientTime }),
    async ({ tx, ctx: caller, args: { id, changes, now } }) => {
      const ctx = authorise(caller, 'scheduling.write');
      const plan = await loadPlan(tx, ctx, id);
      const { startDate = plan.startDate, endDate = plan.endDate } = changes;
      assertEndsAfterStart({ startDate, endDate });
      await assertOwnParents(tx, ctx, changes);
      await tx.mutate.schedulePlans.update({ id, ...changes, updatedAt: serverTime(tx, ctx, now) });
    },
  ),

  setActive: defineMutator(
    z.strictObject({ id: rowId, isActive: z.boolean(), now: clientTime }),
    async ({ tx, ctx: caller, args: { id, isActive, now } }) => {
      const ctx = authorise(caller, 'scheduling.write');
      await loadPlan(tx, ctx, id);
      await tx.mutate.schedulePlans.update({ id, isActive, updatedAt: serverTime(tx, ctx, now) });
    },
  ),

  remove: defineMutator(z.strictObject({ id: rowId, now: clientTime }), async ({ tx, ctx: caller, args: { id } }) => {
    const ctx = authorise(caller, 'scheduling.write');
    await loadPlan(tx, ctx, id);
    await tx.mutate.schedulePlans.delete({ id });
  }),
};
