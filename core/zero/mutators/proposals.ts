import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import {
  canMoveProposal,
  fitsMoney,
  MAX_HOLDING_PROPOSALS,
  MAX_PROPOSAL_LINES,
  MAX_PROPOSAL_TEMPLATES,
  moveProposal,
  newProposalLine,
  proposalChanges,
  proposalGaps,
  proposalLineChanges,
  type ProposalStatus,
} from '../../domain/payments/proposals.ts';
import { can } from '../../domain/studio/roles.ts';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import { line } from '../../domain/values/primitives.ts';
import { authorise, type Ctx } from '../context.ts';
import { assertNew, assertReference, lockAccount, lockRow, ownRow, type OwnRow, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import { clientOfLead } from './leads.ts';

type Proposal = OwnRow<'proposals'>;
type Line = OwnRow<'proposalLines'>;

const one = z.strictObject({ id: rowId });

/** The recipient of a proposal: a client, a lead, or none yet. */
const recipient = { customerId: rowId.optional(), leadId: rowId.optional() };

/** @throws AppError `forbidden` for another photographer's proposal, as for the money of their sessions */
function assertOwn(ctx: Ctx, photographerId: string | null): void {
  if (!can(ctx.role, 'money.all') && photographerId !== ctx.userId) throw new AppError('forbidden');
}

/** Locks and returns a proposal whose amounts the caller may see. */
async function lockProposal(tx: Transaction, ctx: Ctx, id: string): Promise<Proposal> {
  const proposal = await lockRow(tx, ctx, 'proposals', id);
  assertOwn(ctx, proposal.photographerId);
  return proposal;
}

/** The same, and refuses one that is no draft: what a client has read changes only once it was withdrawn. */
async function lockDraft(tx: Transaction, ctx: Ctx, id: string): Promise<Proposal> {
  const proposal = await lockProposal(tx, ctx, id);
  if (proposal.status !== 'draft') {
    throw new AppError('transition_refused', { field: 'status', from: proposal.status, to: 'draft' });
  }
  return proposal;
}

const linesOf = (tx: Transaction, ctx: Ctx, proposalId: string): Promise<Line[]> =>
  tx.run(ownRows(ctx, 'proposalLines').where('proposalId', proposalId));

/** Locks the draft of a line, and returns the line. */
async function lockLine(tx: Transaction, ctx: Ctx, id: string): Promise<Line> {
  const { proposalId } = await ownRow(tx, ctx, 'proposalLines', id);
  await lockDraft(tx, ctx, proposalId);
  return ownRow(tx, ctx, 'proposalLines', id);
}

/** Keeps the templates of a studio within their limit. */
async function assertTemplates(tx: Transaction, ctx: Ctx): Promise<void> {
  const present = await tx.run(ownRows(ctx, 'proposals').where('isTemplate', true));
  if (present.length >= MAX_PROPOSAL_TEMPLATES) throw new AppError('limit_reached');
}

async function assertRecipient(
  tx: Transaction,
  ctx: Ctx,
  { customerId, leadId }: { customerId?: string | undefined; leadId?: string | undefined },
): Promise<void> {
  await assertReference(tx, ctx, 'customers', customerId, 'customerId');
  await assertReference(tx, ctx, 'leads', leadId, 'leadId');
}

/** Requires an id that is also new as an order's and a session's: acceptance makes both of it. */
async function assertNewProposal(tx: Transaction, ctx: Ctx, id: string): Promise<void> {
  for (const table of ['proposals', 'orders', 'sessions'] as const) await assertNew(tx, ctx, table, id);
}

type NewProposal = Pick<Proposal, 'id' | 'title' | 'isTemplate'> &
  Partial<Pick<Proposal, keyof z.infer<typeof proposalChanges> & keyof Proposal>> & {
    customerId?: string | null | undefined;
    leadId?: string | null | undefined;
  };

/** Inserts a draft. Photographers own theirs; others choose the photographer later. */
async function insertProposal(tx: Transaction, ctx: Ctx, proposal: NewProposal, now: number): Promise<void> {
  await tx.mutate.proposals.insert({
    message: '',
    sessionTypeId: null,
    date: null,
    duration: 60,
    location: '',
    holdsSlot: false,
    discountAmount: 0,
    discountPercent: 0,
    plan: [],
    contractTemplateId: null,
    validUntil: null,
    ...proposal,
    customerId: proposal.customerId ?? null,
    leadId: proposal.leadId ?? null,
    photographerId: can(ctx.role, 'money.all') ? (proposal.photographerId ?? null) : ctx.userId,
    accountId: ctx.accountId,
    authorId: ctx.userId,
    status: 'draft',
    sentAt: null,
    openedAt: null,
    decidedAt: null,
    signerName: '',
    reason: '',
    createdAt: now,
    updatedAt: now,
  });
}

/** Writes the status after an event; it begins a new life of the proposal, so that nothing of the former one stays. */
async function move(tx: Transaction, proposal: Proposal, status: ProposalStatus, now: number): Promise<void> {
  const fresh = { openedAt: null, decidedAt: null, signerName: '', reason: '' };
  const sentAt = status === 'proposed' ? now : proposal.sentAt;
  await tx.mutate.proposals.update({ id: proposal.id, status, ...fresh, sentAt, updatedAt: now });
}

export const proposalMutators = {
  create: studioMutator(
    'money.write',
    z.strictObject({ id: rowId, title: line.min(1).max(200), isTemplate: z.boolean(), ...recipient }),
    async ({ tx, ctx, args, now }) => {
      await assertNewProposal(tx, ctx, args.id);
      if (args.isTemplate) await assertTemplates(tx, ctx);
      await assertRecipient(tx, ctx, args);
      await insertProposal(tx, ctx, args, now);
    },
  ),

  /**
   * Makes a draft, or a template, of a proposal or a template, without its dates. `lines` gives each copied line an id.
   * Fails with `conflict` if a colleague has added one meanwhile.
   */
  copy: studioMutator(
    'money.write',
    z.strictObject({
      id: rowId,
      fromId: rowId,
      isTemplate: z.boolean(),
      title: line.min(1).max(200).optional(),
      ...recipient,
      lines: z.array(z.strictObject({ from: rowId, id: rowId })).max(MAX_PROPOSAL_LINES),
    }),
    async ({ tx, ctx, args: { id, fromId, isTemplate, title, lines, ...to }, now }) => {
      await assertNewProposal(tx, ctx, id);
      await assertNew(
        tx,
        ctx,
        'proposalLines',
        lines.map((copy) => copy.id),
        'lines',
      );
      if (isTemplate) await assertTemplates(tx, ctx);
      await assertRecipient(tx, ctx, to);
      const source = await ownRow(tx, ctx, 'proposals', fromId);
      // Every member with access to money copies templates; a proposal tells amounts of its client.
      if (!source.isTemplate) assertOwn(ctx, source.photographerId);
      const { photographerId, message, sessionTypeId, duration, location, holdsSlot, plan } = source;
      const { discountAmount, discountPercent, contractTemplateId } = source;
      const content = { photographerId, message, sessionTypeId, duration, location, holdsSlot, plan };
      const money = { discountAmount, discountPercent, contractTemplateId };
      await insertProposal(tx, ctx, { id, isTemplate, title: title ?? source.title, ...content, ...money, ...to }, now);
      const copied = await linesOf(tx, ctx, fromId);
      for (const row of copied) {
        const copy = lines.find(({ from }) => from === row.id);
        if (!copy) throw new AppError('conflict', { field: 'lines' });
        const fresh = { id: copy.id, proposalId: id, isChosen: false, createdAt: now, updatedAt: now };
        await tx.mutate.proposalLines.insert({ ...row, ...fresh });
      }
    },
  ),

  /** Changes fields of a draft or a template. Fields that are not named stay as a colleague has set them. */
  update: studioMutator(
    'money.write',
    z.strictObject({ id: rowId, changes: proposalChanges }),
    async ({ tx, ctx, args: { id, changes }, now }) => {
      await lockDraft(tx, ctx, id);
      if (changes.photographerId !== undefined) assertOwn(ctx, changes.photographerId);
      const isActive = ({ archivedAt }: { archivedAt: number | null }) => archivedAt === null;
      await assertReference(tx, ctx, 'sessionTypes', changes.sessionTypeId, 'sessionTypeId', isActive);
      await assertReference(tx, ctx, 'contractTemplates', changes.contractTemplateId, 'contractTemplateId', isActive);
      await tx.mutate.proposals.update({ id, ...changes, updatedAt: now });
    },
  ),

  /** Sets whom a draft is for. */
  address: studioMutator(
    'money.write',
    z.strictObject({ id: rowId, customerId: rowId.nullable(), leadId: rowId.nullable() }),
    async ({ tx, ctx, args: { id, customerId, leadId }, now }) => {
      const { isTemplate } = await lockDraft(tx, ctx, id);
      if (isTemplate) throw new AppError('validation_failed', { field: 'id' });
      await assertRecipient(tx, ctx, { customerId: customerId ?? undefined, leadId: leadId ?? undefined });
      await tx.mutate.proposals.update({ id, customerId, leadId, updatedAt: now });
    },
  ),

  addLine: studioMutator(
    'money.write',
    z.strictObject({ id: rowId, proposalId: rowId, line: newProposalLine }),
    async ({ tx, ctx, args: { id, proposalId, line: added }, now }) => {
      await lockDraft(tx, ctx, proposalId);
      await assertNew(tx, ctx, 'proposalLines', id);
      await assertReference(tx, ctx, 'products', added.productId, 'line.productId');
      if ((await linesOf(tx, ctx, proposalId)).length >= MAX_PROPOSAL_LINES) throw new AppError('limit_reached');
      const times = { createdAt: now, updatedAt: now };
      const row = { id, proposalId, accountId: ctx.accountId, isChosen: false, ...times };
      await tx.mutate.proposalLines.insert({ ...row, ...added });
    },
  ),

  /** Changes fields of a line. Fields that are not named stay as a colleague has set them. */
  updateLine: studioMutator(
    'money.write',
    z.strictObject({ id: rowId, changes: proposalLineChanges }),
    async ({ tx, ctx, args: { id, changes }, now }) => {
      const before = await lockLine(tx, ctx, id);
      await assertReference(tx, ctx, 'products', changes.productId, 'changes.productId');
      const { quantity = before.quantity, unitAmount = before.unitAmount } = changes;
      if (!fitsMoney({ quantity, unitAmount })) {
        throw new AppError('validation_failed', { field: 'changes.unitAmount' });
      }
      await tx.mutate.proposalLines.update({ id, ...changes, updatedAt: now });
    },
  ),

  removeLine: studioMutator('money.write', one, async ({ tx, ctx, args: { id } }) => {
    await lockLine(tx, ctx, id);
    await tx.mutate.proposalLines.delete({ id });
  }),

  /**
   * Sends a draft to its client; the server mails it. A lead becomes a client, with `customerId` if a new one is needed.
   * Fails with `validation_failed` and what it lacks as `gaps`, `limit_reached` if too many hold a time, and `slot_taken`
   * if the session's time is not free.
   */
  send: studioMutator(
    'money.write',
    z.strictObject({ id: rowId, customerId: rowId }),
    async ({ tx, ctx, args, now }) => {
      await lockAccount(tx, ctx);
      const { customerId } = await ownRow(tx, ctx, 'proposals', args.id);
      // A merge of clients locks them before their proposals.
      if (customerId !== null && tx.location === 'server') await lockRow(tx, ctx, 'customers', customerId);
      const proposal = await lockProposal(tx, ctx, args.id);
      if (proposal.isTemplate) throw new AppError('validation_failed', { field: 'id' });
      const status = moveProposal(proposal, 'send', now);
      const gaps = proposalGaps(proposal, await linesOf(tx, ctx, args.id), now);
      if (gaps.length > 0) throw new AppError('validation_failed', { field: gaps[0]!, gaps });
      if (proposal.holdsSlot) {
        const open = await tx.run(ownRows(ctx, 'proposals').where('status', 'proposed').where('holdsSlot', true));
        const held = open.filter((other) => canMoveProposal(other, 'accept', now));
        if (held.length >= MAX_HOLDING_PROPOSALS) throw new AppError('limit_reached', { field: 'holdsSlot' });
      }
      if (proposal.customerId === null) {
        authorise(ctx, 'customers.write');
        const lead = await lockRow(tx, ctx, 'leads', proposal.leadId ?? '');
        const customerId = await clientOfLead(tx, ctx, lead, args.customerId, now);
        await tx.mutate.proposals.update({ id: proposal.id, customerId });
      }
      await move(tx, proposal, status, now);
    },
  ),

  /** Makes a draft again of an open, lapsed or declined proposal: its client can no longer accept it. */
  withdraw: studioMutator('money.write', one, async ({ tx, ctx, args: { id }, now }) => {
    const proposal = await lockProposal(tx, ctx, id);
    await move(tx, proposal, moveProposal(proposal, 'withdraw', now), now);
  }),

  /** Deletes a draft or a template. */
  remove: studioMutator('money.write', one, async ({ tx, ctx, args: { id } }) => {
    await lockDraft(tx, ctx, id);
    for (const { id: lineId } of await linesOf(tx, ctx, id)) await tx.mutate.proposalLines.delete({ id: lineId });
    await tx.mutate.proposals.delete({ id });
  }),
};
