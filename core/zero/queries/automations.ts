import { defineQuery } from '@rocicorp/zero';
import { z } from 'zod';
import { MAX_STEPS } from '../../domain/sessions/automations.ts';
import { rowId } from '../../domain/values/ids.ts';
import { can } from '../../domain/studio/roles.ts';
import { type Ctx, readableAccountId } from '../context.ts';
import { zql } from '../schema.ts';

/** Runs that the caller may see: those of balance steps tell whether something is owed. */
function readableRuns(ctx: Ctx | undefined) {
  const rows = zql.automationRuns.where('accountId', readableAccountId(ctx, 'sessions.read'));
  if (!ctx || !can(ctx.role, 'money.read')) return rows.where('kind', '!=', 'balance');
  if (can(ctx.role, 'money.all')) return rows;
  const { userId } = ctx;
  return rows.where((one) =>
    one.or(
      one.cmp('kind', '!=', 'balance'),
      one.exists('session', (session) => session.where('photographerId', userId), { flip: false }),
    ),
  );
}

export const automationQueries = {
  /** Steps of a session type, in the studio's order. */
  ofType: defineQuery(z.strictObject({ sessionTypeId: rowId }), ({ ctx, args }) =>
    zql.automationSteps
      .where('accountId', readableAccountId(ctx, 'sessions.read'))
      .where('sessionTypeId', args.sessionTypeId)
      .where('deletedAt', 'IS', null)
      .orderBy('position', 'asc')
      .limit(MAX_STEPS),
  ),

  /** The results of steps for a session, also of steps that were deleted later. */
  ofSession: defineQuery(z.strictObject({ sessionId: rowId }), ({ ctx, args }) =>
    readableRuns(ctx)
      .where('sessionId', args.sessionId)
      .related('step')
      .related('message')
      .orderBy('at', 'asc')
      .limit(200),
  ),
};
