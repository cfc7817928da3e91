import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import {
  MAX_QUESTIONNAIRE_TEMPLATES,
  newQuestionnaireTemplate,
  questionnaireTemplateChanges,
} from '../../domain/contracts/questionnaires.ts';
import { assertFound, type Ctx } from '../context.ts';
import { zql } from '../schema.ts';
import { studioMutator } from '../studio-mutator.ts';
import { documentToSend } from './contracts.ts';
import { lockSession } from './session-access.ts';

const act = z.strictObject({ id: rowId });

const loadTemplate = async (tx: Transaction, ctx: Ctx, id: string) =>
  assertFound(await tx.run(zql.questionnaireTemplates.where('id', id).where('accountId', ctx.accountId).one()));

export const questionnaireTemplateMutators = {
  create: studioMutator('scheduling.write', newQuestionnaireTemplate, async ({ tx, ctx, args, now }) => {
    // Without this check an insert with an existing key would silently succeed.
    const existing = await tx.run(zql.questionnaireTemplates.where('id', args.id).one());
    if (existing) throw new AppError('conflict', { field: 'id' });
    const present = await tx.run(zql.questionnaireTemplates.where('accountId', ctx.accountId));
    if (present.length >= MAX_QUESTIONNAIRE_TEMPLATES) throw new AppError('limit_reached');
    const author = { accountId: ctx.accountId, authorId: ctx.userId };
    await tx.mutate.questionnaireTemplates.insert({ ...args, ...author, createdAt: now, updatedAt: now });
  }),

  /** Changes a template. Questionnaires that were sent keep their questions. */
  update: studioMutator(
    'scheduling.write',
    z.strictObject({ id: rowId, changes: questionnaireTemplateChanges }),
    async ({ tx, ctx, args: { id, changes }, now }) => {
      await loadTemplate(tx, ctx, id);
      await tx.mutate.questionnaireTemplates.update({ id, ...changes, updatedAt: now });
    },
  ),

  /** Archives a template: it cannot be sent any more, and session types stop asking for it. */
  archive: studioMutator('scheduling.write', act, async ({ tx, ctx, args: { id }, now }) => {
    const { archivedAt } = await loadTemplate(tx, ctx, id);
    const types = await tx.run(
      zql.sessionTypes.where('accountId', ctx.accountId).where('questionnaireTemplateId', id).orderBy('id', 'asc'),
    );
    for (const type of types) await tx.mutate.sessionTypes.update({ id: type.id, questionnaireTemplateId: null });
    await tx.mutate.questionnaireTemplates.update({ id, archivedAt: archivedAt ?? now, updatedAt: now });
  }),

  unarchive: studioMutator('scheduling.write', act, async ({ tx, ctx, args: { id }, now }) => {
    await loadTemplate(tx, ctx, id);
    await tx.mutate.questionnaireTemplates.update({ id, archivedAt: null, updatedAt: now });
  }),
};

/** Returns an unanswered questionnaire of the caller's account, and locks its session, as answering does. */
async function lockUnanswered(tx: Transaction, ctx: Ctx, id: string) {
  const find = () => tx.run(zql.questionnaires.where('id', id).where('accountId', ctx.accountId).one());
  await lockSession(tx, ctx, assertFound(await find()).sessionId);
  const questionnaire = assertFound(await find());
  if (questionnaire.submittedAt !== null) throw new AppError('transition_refused', { field: 'id' });
  return questionnaire;
}

export const questionnaireMutators = {
  /** Sends a session's client a questionnaire. The server copies it from the template, and mails it. */
  send: studioMutator('sessions.write', documentToSend, async ({ tx, ctx, args, now }) => {
    const { id, sessionId, templateId } = args;
    const { status } = await lockSession(tx, ctx, sessionId);
    if (!['scheduled', 'confirmed', 'completed'].includes(status)) {
      throw new AppError('transition_refused', { field: 'sessionId', from: status });
    }
    const template = await loadTemplate(tx, ctx, templateId);
    if (template.archivedAt !== null) throw new AppError('not_found', { field: 'templateId' });
    const sent = zql.questionnaires.where('sessionId', sessionId).where('templateId', templateId).one();
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
