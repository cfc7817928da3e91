import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import {
  MAX_QUESTIONNAIRE_TEMPLATES,
  newQuestionnaireTemplate,
  questionnaireTemplateChanges,
} from '../../domain/contracts/questionnaires.ts';
import type { Ctx } from '../context.ts';
import { assertNew, lockRow, ownRow, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import { documentToSend } from './contracts.ts';

const act = z.strictObject({ id: rowId });

export const questionnaireTemplateMutators = {
  create: studioMutator('scheduling.write', newQuestionnaireTemplate, async ({ tx, ctx, args, now }) => {
    await assertNew(tx, ctx, 'questionnaireTemplates', args.id);
    const present = await tx.run(ownRows(ctx, 'questionnaireTemplates'));
    if (present.length >= MAX_QUESTIONNAIRE_TEMPLATES) throw new AppError('limit_reached');
    const author = { accountId: ctx.accountId, authorId: ctx.userId };
    await tx.mutate.questionnaireTemplates.insert({ ...args, ...author, createdAt: now, updatedAt: now });
  }),

  /** Changes a template. Questionnaires that were sent keep their questions. */
  update: studioMutator(
    'scheduling.write',
    z.strictObject({ id: rowId, changes: questionnaireTemplateChanges }),
    async ({ tx, ctx, args: { id, changes }, now }) => {
      await ownRow(tx, ctx, 'questionnaireTemplates', id);
      await tx.mutate.questionnaireTemplates.update({ id, ...changes, updatedAt: now });
    },
  ),

  /** Archives a template: it cannot be sent any more, and session types stop asking for it. */
  archive: studioMutator('scheduling.write', act, async ({ tx, ctx, args: { id }, now }) => {
    const { archivedAt } = await ownRow(tx, ctx, 'questionnaireTemplates', id);
    const types = await tx.run(ownRows(ctx, 'sessionTypes').where('questionnaireTemplateId', id).orderBy('id', 'asc'));
    for (const type of types) await tx.mutate.sessionTypes.update({ id: type.id, questionnaireTemplateId: null });
    await tx.mutate.questionnaireTemplates.update({ id, archivedAt: archivedAt ?? now, updatedAt: now });
  }),

  unarchive: studioMutator('scheduling.write', act, async ({ tx, ctx, args: { id }, now }) => {
    await ownRow(tx, ctx, 'questionnaireTemplates', id);
    await tx.mutate.questionnaireTemplates.update({ id, archivedAt: null, updatedAt: now });
  }),
};

/** Returns an unanswered questionnaire of the caller's account, and locks its session, as answering does. */
async function lockUnanswered(tx: Transaction, ctx: Ctx, id: string) {
  await lockRow(tx, ctx, 'sessions', (await ownRow(tx, ctx, 'questionnaires', id)).sessionId);
  const questionnaire = await ownRow(tx, ctx, 'questionnaires', id);
  if (questionnaire.submittedAt !== null) throw new AppError('transition_refused', { field: 'id' });
  return questionnaire;
}

export const questionnaireMutators = {
  /** Sends a session's client a questionnaire. The server copies it from the template, and mails it. */
  send: studioMutator('sessions.write', documentToSend, async ({ tx, ctx, args, now }) => {
    const { id, sessionId, templateId } = args;
    const { status } = await lockRow(tx, ctx, 'sessions', sessionId);
    if (!['scheduled', 'confirmed', 'completed'].includes(status)) {
      throw new AppError('transition_refused', { field: 'sessionId', from: status });
    }
    const template = await ownRow(tx, ctx, 'questionnaireTemplates', templateId);
    if (template.archivedAt !== null) throw new AppError('not_found', { field: 'templateId' });
    const sent = ownRows(ctx, 'questionnaires').where('sessionId', sessionId).where('templateId', templateId).one();
    if (await tx.run(sent)) throw new AppError('conflict', { field: 'templateId' });
    if (tx.location === 'server') return;
    const { texts, questions } = template;
    const of = { id, sessionId, templateId, accountId: ctx.accountId };
    await tx.mutate.questionnaires.insert({ ...of, texts, questions, answers: {}, sentAt: now, updatedAt: now });
  }),

  /** Mails an unanswered questionnaire again. */
  resend: studioMutator('sessions.write', act, async ({ tx, ctx, args: { id } }) => {
    await lockUnanswered(tx, ctx, id);
  }),

  /** Takes back an unanswered questionnaire. */
  remove: studioMutator('sessions.write', act, async ({ tx, ctx, args: { id } }) => {
    await lockUnanswered(tx, ctx, id);
    await tx.mutate.questionnaires.delete({ id });
  }),
};
