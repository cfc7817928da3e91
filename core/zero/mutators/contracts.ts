import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import {
  assertKnownContractFields,
  CONTRACT_TRANSITIONS,
  contractTemplateChanges,
  documentLanguage,
  MAX_CONTRACT_TEMPLATES,
  newContractTemplate,
} from '../../domain/contracts/contracts.ts';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import { BOOKED_STATUSES, sessionEnd } from '../../domain/sessions/sessions.ts';
import { assertTransition } from '../../domain/values/transitions.ts';
import type { Ctx } from '../context.ts';
import { assertNew, lockRow, ownRow, type OwnRow, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';

const rowRef = z.strictObject({ id: rowId });
export const documentToSend = z.strictObject({ id: rowId, sessionId: rowId, templateId: rowId });

export const contractTemplateMutators = {
  create: studioMutator(
    'scheduling.write',
    newContractTemplate,
    async ({ tx, ctx, args, now }) => {
      assertKnownContractFields(args.texts);
      await assertNew(tx, ctx, 'contractTemplates', args.id);
      const present = await tx.run(ownRows(ctx, 'contractTemplates'));
      if (present.length >= MAX_CONTRACT_TEMPLATES) throw new AppError('limit_reached');
      const author = { accountId: ctx.accountId, authorId: ctx.userId };
      await tx.mutate.contractTemplates.insert({ ...args, ...author, createdAt: now, updatedAt: now });
    },
    () => 'client_texts_changed',
  ),

  /** Changes a template. Contracts that were sent keep their text. */
  update: studioMutator(
    'scheduling.write',
    z.strictObject({ id: rowId, changes: contractTemplateChanges }),
    async ({ tx, ctx, args: { id, changes }, now }) => {
      if (changes.texts) assertKnownContractFields(changes.texts);
      await ownRow(tx, ctx, 'contractTemplates', id);
      await tx.mutate.contractTemplates.update({ id, ...changes, updatedAt: now });
    },
    ({ changes }) => (changes.texts ? 'client_texts_changed' : null),
  ),

  /** Archives a template: it cannot be sent any more, and session types stop asking for it. */
  archive: studioMutator('scheduling.write', rowRef, async ({ tx, ctx, args: { id }, now }) => {
    const { archivedAt } = await ownRow(tx, ctx, 'contractTemplates', id);
    const types = await tx.run(ownRows(ctx, 'sessionTypes').where('contractTemplateId', id).orderBy('id', 'asc'));
    for (const type of types) await tx.mutate.sessionTypes.update({ id: type.id, contractTemplateId: null });
    await tx.mutate.contractTemplates.update({ id, archivedAt: archivedAt ?? now, updatedAt: now });
  }),

  unarchive: studioMutator('scheduling.write', rowRef, async ({ tx, ctx, args: { id }, now }) => {
    await ownRow(tx, ctx, 'contractTemplates', id);
    await tx.mutate.contractTemplates.update({ id, archivedAt: null, updatedAt: now });
  }),
};

/** Returns a contract of the caller, with its session locked: signing locks it too. */
async function lockContract(tx: Transaction, ctx: Ctx, id: string): Promise<OwnRow<'contracts'>> {
  const { sessionId } = await ownRow(tx, ctx, 'contracts', id);
  await lockRow(tx, ctx, 'sessions', sessionId);
  return ownRow(tx, ctx, 'contracts', id);
}

/** Refuses a document for a session whose client could not sign or answer it. */
export function assertBooked(
  { status, ...time }: Pick<OwnRow<'sessions'>, 'status' | 'date' | 'duration'>,
  now: number,
): void {
  const isOpen = BOOKED_STATUSES.includes(status) && sessionEnd(time) > now;
  if (!isOpen) throw new AppError('transition_refused', { field: 'sessionId', from: status });
}

export const contractMutators = {
  /** Sends a session's client a contract. The server fills it from the template, and mails it. */
  send: studioMutator('sessions.write', documentToSend, async ({ tx, ctx, args, now }) => {
    const { id, sessionId, templateId } = args;
    await assertNew(tx, ctx, 'contracts', id);
    const session = await lockRow(tx, ctx, 'sessions', sessionId);
    assertBooked(session, now);
    const template = await ownRow(tx, ctx, 'contractTemplates', templateId);
    if (template.archivedAt !== null) throw new AppError('not_found', { field: 'templateId' });
    if (tx.location === 'server') return;
    const language = documentLanguage(template.texts, 'en', 'en');
    await tx.mutate.contracts.insert({
      id,
      accountId: ctx.accountId,
      sessionId,
      templateId,
      language,
      title: template.texts[language]?.title ?? template.name,
      status: 'sent',
      isRequired: false,
      needsCountersignature: template.needsCountersignature,
      sentAt: now,
      signerName: '',
      priceChanged: false,
      countersignerName: '',
      updatedAt: now,
    });
  }),

  /** Mails an unsigned contract again; a draft is sent so. The server refuses a text that lacks something. */
  resend: studioMutator('sessions.write', rowRef, async ({ tx, ctx, args: { id }, now }) => {
    const { status, sessionId } = await lockContract(tx, ctx, id);
    if (status !== 'sent') assertTransition(CONTRACT_TRANSITIONS, status, 'sent');
    assertBooked(await lockRow(tx, ctx, 'sessions', sessionId), now);
    const first = status === 'draft' && ({ status: 'sent', sentAt: now } as const);
    await tx.mutate.contracts.update({ id, ...first, updatedAt: now });
  }),

  /**
   * Sends a session's client a contract instead of one that not all have signed: the template's present text. The server
   * refuses a text that lacks something.
   */
  replace: studioMutator(
    'sessions.write',
    z.strictObject({ id: rowId, contractId: rowId }),
    async ({ tx, ctx, args: { id, contractId }, now }) => {
      await assertNew(tx, ctx, 'contracts', id);
      const former = await lockContract(tx, ctx, contractId);
      assertTransition(CONTRACT_TRANSITIONS, former.status, 'withdrawn');
      assertBooked(await lockRow(tx, ctx, 'sessions', former.sessionId), now);
      if (former.templateId === null) throw new AppError('not_found', { field: 'templateId' });
      const template = await ownRow(tx, ctx, 'contractTemplates', former.templateId);
      if (template.archivedAt !== null) throw new AppError('not_found', { field: 'templateId' });
      await tx.mutate.contracts.update({ id: contractId, status: 'withdrawn', updatedAt: now });
      if (tx.location === 'server') return;
      const fresh = { signedDate: null, signedDuration: null, openedAt: null, priceChanged: false };
      await tx.mutate.contracts.insert({ ...former, ...fresh, id, status: 'sent', sentAt: now, updatedAt: now });
    },
  ),

  /** Takes back an unsigned contract: its client can neither read nor sign it any more. */
  withdraw: studioMutator('sessions.write', rowRef, async ({ tx, ctx, args: { id }, now }) => {
    const { status } = await lockContract(tx, ctx, id);
    assertTransition(CONTRACT_TRANSITIONS, status, 'withdrawn');
    await tx.mutate.contracts.update({ id, status: 'withdrawn', updatedAt: now });
  }),
};
