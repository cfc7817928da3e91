import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import {
  assertEndsAfterStart,
  MAX_PLANS,
  newSchedulePlan,
  PLAN_DEFAULTS,
  schedulePlanChanges,
} from '../../domain/slots/schedule-plans.ts';
import { assertNew, lockRow, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import { assertOwnParents } from './scheduling-access.ts';

/** Mutators of the times in which sessions of a type can be booked. */
export const planMutators = {
  create: studioMutator('scheduling.write', newSchedulePlan, async ({ tx, ctx, args: plan, now }) => {
    await assertNew(tx, ctx, 'schedulePlans', plan.id);
    await assertOwnParents(tx, ctx, plan);
    const ofType = ownRows(ctx, 'schedulePlans').where('sessionTypeId', plan.sessionTypeId);
    if ((await tx.run(ofType)).length >= MAX_PLANS) throw new AppError('limit_reached');
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
  }),

  update: studioMutator(
    'scheduling.write',
    z.strictObject({ id: rowId, changes: schedulePlanChanges }),
    async ({ tx, ctx, args: { id, changes }, now }) => {
      const plan = await lockRow(tx, ctx, 'schedulePlans', id);
      const { startDate = plan.startDate, endDate = plan.endDate } = changes;
      assertEndsAfterStart({ startDate, endDate });
      await assertOwnParents(tx, ctx, changes);
      await tx.mutate.schedulePlans.update({ id, ...changes, updatedAt: now });
    },
  ),

  setActive: studioMutator(
    'scheduling.write',
    z.strictObject({ id: rowId, isActive: z.boolean() }),
    async ({ tx, ctx, args: { id, isActive }, now }) => {
      await lockRow(tx, ctx, 'schedulePlans', id);
      await tx.mutate.schedulePlans.update({ id, isActive, updatedAt: now });
    },
  ),

  remove: studioMutator('scheduling.write', z.strictObject({ id: rowId }), async ({ tx, ctx, args: { id } }) => {
    await lockRow(tx, ctx, 'schedulePlans', id);
    await tx.mutate.schedulePlans.delete({ id });
  }),
};
