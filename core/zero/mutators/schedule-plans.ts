import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import {
  assertEndsAfterStart,
  MAX_PLANS,
  newSchedulePlan,
  PLAN_DEFAULTS,
  schedulePlanChanges,
} from '../../domain/sessions/schedule-plans.ts';
import { zql } from '../schema.ts';
import { studioMutator } from '../studio-mutator.ts';
import { assertOwnParents, loadPlan } from './scheduling-access.ts';

/** Mutators of the times in which sessions of a type can be booked. */
export const planMutators = {
  create: studioMutator('scheduling.write', newSchedulePlan, async ({ tx, ctx, args: plan, now }) => {
    if (await tx.run(zql.schedulePlans.where('id', plan.id).one())) throw new AppError('conflict', { field: 'id' });
    await assertOwnParents(tx, ctx, plan);
    const ofType = zql.schedulePlans.where('accountId', ctx.accountId).where('sessionTypeId', plan.sessionTypeId);
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
      const plan = await loadPlan(tx, ctx, id);
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
      await loadPlan(tx, ctx, id);
      await tx.mutate.schedulePlans.update({ id, isActive, updatedAt: now });
    },
  ),

  remove: studioMutator('scheduling.write', z.strictObject({ id: rowId }), async ({ tx, ctx, args: { id } }) => {
    await loadPlan(tx, ctx, id);
    await tx.mutate.schedulePlans.delete({ id });
  }),
};
