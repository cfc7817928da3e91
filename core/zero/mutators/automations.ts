import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import {
  assertKnownStepFields,
  AUTOMATED_STATUSES,
  MAX_STEPS,
  stepContent,
  type StepContent,
  stepFields,
  stepTiming,
} from '../../domain/sessions/automations.ts';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import { canSeeMoneyOf } from '../../domain/payments/session-money.ts';
import { UNDO_WINDOW_MS } from '../../domain/values/transitions.ts';
import type { Ctx } from '../context.ts';
import { assertNew, lockRow, ownRow, type OwnRow, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import { assertOwnParents } from './scheduling-access.ts';
import type { Session } from './session-access.ts';

type Step = OwnRow<'automationSteps'>;

async function loadSteps(tx: Transaction, ctx: Ctx, sessionTypeId: string): Promise<Step[]> {
  const live = ownRows(ctx, 'automationSteps').where('sessionTypeId', sessionTypeId).where('deletedAt', 'IS', null);
  return tx.run(live.orderBy('position', 'asc'));
}

/** Locks the step's session type and returns the step; missing and foreign ids fail alike. */
async function lockStep(tx: Transaction, ctx: Ctx, id: string): Promise<Step> {
  const { sessionTypeId } = await ownRow(tx, ctx, 'automationSteps', id, { trashed: true });
  await lockRow(tx, ctx, 'sessionTypes', sessionTypeId);
  return ownRow(tx, ctx, 'automationSteps', id, { trashed: true });
}

/** Requires that the mail's fields are known and the questionnaire is the account's. */
async function assertContent(tx: Transaction, ctx: Ctx, content: StepContent): Promise<void> {
  assertKnownStepFields(content);
  if (content.kind !== 'questionnaire') return;
  await assertOwnParents(tx, ctx, { questionnaireTemplateId: content.settings.templateId });
}

const stepArgs = z.strictObject({ id: rowId });

/** Steps of session types. */
const stepMutators = {
  /** Adds steps at the end of a type's list. Times that have passed are not made up for. */
  add: studioMutator(
    'scheduling.write',
    z.strictObject({
      sessionTypeId: rowId,
      steps: z
        .array(stepFields.extend({ id: rowId }))
        .min(1)
        .max(MAX_STEPS)
        .refine((steps) => new Set(steps.map(({ id }) => id)).size === steps.length),
    }),
    async ({ tx, ctx, args: { sessionTypeId, steps }, now }) => {
      await lockRow(tx, ctx, 'sessionTypes', sessionTypeId);
      const present = await loadSteps(tx, ctx, sessionTypeId);
      if (present.length + steps.length > MAX_STEPS) throw new AppError('limit_reached');
      const first = (present.at(-1)?.position ?? -1) + 1;
      for (const [index, { id, timing, content }] of steps.entries()) {
        await assertContent(tx, ctx, content);
        await assertNew(tx, ctx, 'automationSteps', id);
        await tx.mutate.automationSteps.insert({
          id,
          accountId: ctx.accountId,
          authorId: ctx.userId,
          sessionTypeId,
          position: first + index,
          ...timing,
          ...content,
          activeFrom: now,
          createdAt: now,
          updatedAt: now,
        });
      }
    },
    ({ steps }) => (steps.some(({ content }) => content.kind === 'mail') ? 'client_texts_changed' : null),
  ),

  /** Changes time or content. A step with a new time applies to times that are still to come. */
  update: studioMutator(
    'scheduling.write',
    z.strictObject({ id: rowId, timing: stepTiming.optional(), content: stepContent.optional() }),
    async ({ tx, ctx, args: { id, timing, content }, now }) => {
      const step = await lockStep(tx, ctx, id);
      if (step.deletedAt !== null) throw new AppError('not_found');
      if (content && content.kind !== step.kind) throw new AppError('validation_failed', { field: 'content.kind' });
      if (content) await assertContent(tx, ctx, content);
      await tx.mutate.automationSteps.update({
        id,
        ...(timing && { ...timing, activeFrom: now }),
        ...(content && { settings: content.settings }),
        updatedAt: now,
      });
    },
    ({ content }) => (content?.kind === 'mail' ? 'client_texts_changed' : null),
  ),

  /** Reorders a type's steps; steps missing from the list go last. */
  reorder: studioMutator(
    'scheduling.write',
    z.strictObject({ sessionTypeId: rowId, stepIds: z.array(rowId).min(1).max(MAX_STEPS) }),
    async ({ tx, ctx, args: { sessionTypeId, stepIds }, now }) => {
      await lockRow(tx, ctx, 'sessionTypes', sessionTypeId);
      const present = (await loadSteps(tx, ctx, sessionTypeId)).map(({ id }) => id);
      if (stepIds.some((id) => !present.includes(id))) throw new AppError('not_found', { field: 'stepIds' });
      for (const [position, id] of [...new Set([...stepIds, ...present])].entries()) {
        await tx.mutate.automationSteps.update({ id, position, updatedAt: now });
      }
    },
  ),

  /** Deletes a step. The row stays for the history of sessions. */
  remove: studioMutator('scheduling.write', stepArgs, async ({ tx, ctx, args: { id }, now }) => {
    const { deletedAt } = await lockStep(tx, ctx, id);
    await tx.mutate.automationSteps.update({ id, deletedAt: deletedAt ?? now, updatedAt: now });
  }),

  /** Undoes a removal. */
  restore: studioMutator('scheduling.write', stepArgs, async ({ tx, ctx, args: { id }, now }) => {
    const { deletedAt, sessionTypeId } = await lockStep(tx, ctx, id);
    if (deletedAt === null) return;
    if (now - deletedAt > UNDO_WINDOW_MS) throw new AppError('undo_expired');
    if ((await loadSteps(tx, ctx, sessionTypeId)).length >= MAX_STEPS) throw new AppError('limit_reached');
    await tx.mutate.automationSteps.update({ id, deletedAt: null, updatedAt: now });
  }),

  /** Pauses or resumes the automations of all sessions of a type. */
  pauseType: studioMutator(
    'scheduling.write',
    z.strictObject({ sessionTypeId: rowId, paused: z.boolean() }),
    async ({ tx, ctx, args: { sessionTypeId: id, paused }, now }) => {
      await lockRow(tx, ctx, 'sessionTypes', id);
      await tx.mutate.sessionTypes.update({ id, automationsPaused: paused, updatedAt: now });
    },
  ),
};

/** Locks the session and returns it with the step and its run. A step of another type counts as missing. */
async function lockRun(tx: Transaction, ctx: Ctx, { sessionId, stepId }: { sessionId: string; stepId: string }) {
  const session = await lockRow(tx, ctx, 'sessions', sessionId);
  const step = await ownRow(tx, ctx, 'automationSteps', stepId, { trashed: true });
  const run = await tx.run(ownRows(ctx, 'automationRuns').where('sessionId', sessionId).where('stepId', stepId).one());
  assertSeesStep(ctx, step, session);
  return { session, step, run };
}

/** Whether something is owed shows in the run of a balance step. */
function assertSeesStep(ctx: Ctx, { kind }: Step, session: Session): void {
  if (kind === 'balance' && !canSeeMoneyOf(ctx, session)) throw new AppError('forbidden', { field: 'stepId' });
}

const runArgs = z.strictObject({ sessionId: rowId, stepId: rowId });

/** Steps of one session. */
const runMutators = {
  /** Skips a step for this session. */
  skip: studioMutator('sessions.write', runArgs, async ({ tx, ctx, args, now }) => {
    const { session, step, run } = await lockRun(tx, ctx, args);
    assertOfType(step, session);
    if (run) throw new AppError('conflict');
    const skipped = { status: 'skipped', reason: 'member', at: now, actorId: ctx.userId } as const;
    await tx.mutate.automationRuns.insert({ ...args, accountId: ctx.accountId, kind: step.kind, ...skipped });
  }),

  /** Plans a skipped step again. */
  unskip: studioMutator('sessions.write', runArgs, async ({ tx, ctx, args }) => {
    const { run } = await lockRun(tx, ctx, args);
    if (!run) return;
    if (run.status !== 'skipped') throw new AppError('conflict');
    await tx.mutate.automationRuns.delete(args);
  }),

  /** Carries a step out now instead of at its time, in the server's effect; never a second time. */
  runNow: studioMutator('sessions.write', runArgs, async ({ tx, ctx, args, now }) => {
    const { session, step, run } = await lockRun(tx, ctx, args);
    assertOfType(step, session);
    if (!AUTOMATED_STATUSES.includes(session.status)) {
      throw new AppError('transition_refused', { field: 'status', from: session.status });
    }
    if (run?.status === 'done') throw new AppError('conflict');
    const done = { status: 'done', reason: null, at: now, actorId: ctx.userId, messageId: null } as const;
    await tx.mutate.automationRuns.upsert({ ...args, accountId: ctx.accountId, kind: step.kind, ...done });
  }),

  /** Pauses or resumes all automations of a session. */
  pauseSession: studioMutator(
    'sessions.write',
    z.strictObject({ sessionId: rowId, paused: z.boolean() }),
    async ({ tx, ctx, args: { sessionId: id, paused }, now }) => {
      await lockRow(tx, ctx, 'sessions', id);
      await tx.mutate.sessions.update({ id, automationsPaused: paused, updatedAt: now });
    },
  ),
};

function assertOfType(step: Step, session: Session): void {
  const isOfType = step.sessionTypeId === session.sessionTypeId && step.deletedAt === null;
  if (!isOfType) throw new AppError('not_found', { field: 'stepId' });
}

export const automationMutators = { ...stepMutators, ...runMutators };
