import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import type { CancellationRule } from '../../domain/payments/cancellation.ts';
import { TRASH_MS } from '../../domain/galleries/galleries.ts';
import { rowId } from '../../domain/values/ids.ts';
import { type ImportedSession, importedSession, MAX_IMPORT_STEP } from '../../domain/studio/imports.ts';
import { instant, money, notes as notesText } from '../../domain/values/primitives.ts';
import { can } from '../../domain/studio/roles.ts';
import { canSeeMoneyOf } from '../../domain/payments/session-money.ts';
import {
  checklist,
  MAX_CHECKLIST,
  mergeChecklists,
  newSession,
  OPEN_STATUSES,
  sessionChanges,
  type SessionSource,
  sessionTime,
} from '../../domain/sessions/sessions.ts';
import { authorise, type Ctx } from '../context.ts';
import { assertFound, assertNew, findRow, lockAccount, lockRow, ownRows, presentIds } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import { assertCanAssign, assertMayChangeClient, assertParents, signedContract } from './session-access.ts';
import { sessionStatusMutators } from './session-status.ts';

/** Price and deposit in minor units. The deposit is part of the price. */
const billing = z.strictObject({ price: money, deposit: money.optional(), dueDate: instant.nullable().optional() });
type Billing = NonNullable<ImportedSession['billing']>;

/** Without `money.all` only own sessions can be billed. */
function assertCanBill(ctx: Ctx, photographerId: string | null): void {
  authorise(ctx, 'money.write');
  if (photographerId !== ctx.userId && !can(ctx.role, 'money.all')) {
    throw new AppError('forbidden', { field: 'billing' });
  }
}

interface BilledSession {
  id: string;
  customerId: string;
  photographerId: string | null;
}

/** A database trigger creates the billing row with its session; a browser has none and creates it. */
async function setBilling(tx: Transaction, ctx: Ctx, of: BilledSession, named: Billing): Promise<void> {
  const { id: sessionId, customerId, photographerId } = of;
  const waived = named.waived ?? false;
  const amounts = {
    sessionId,
    paymentAmount: named.price,
    depositAmount: named.deposit ?? 0,
    dueDate: named.dueDate ?? null,
    waived,
  };
  if (tx.location === 'server') return tx.mutate.sessionBilling.update(amounts);
  const nothingYet = { paymentStatus: waived ? 'waived' : 'pending', paidAmount: 0, refundedAmount: 0 } as const;
  const whose = { accountId: ctx.accountId, authorId: ctx.userId, customerId, photographerId };
  await tx.mutate.sessionBilling.insert({ ...amounts, ...whose, ...nothingYet });
}

type InsertedSession = Omit<ImportedSession, 'status'> & {
  status?: ImportedSession['status'] | undefined;
  source?: SessionSource;
  clientMessage?: string;
  automationsPaused?: boolean;
  /** Its client knows of no booking here: no rule of cancelling was shown to them. */
  isImported?: boolean;
};

/** Returns the rule of a session type, as the session keeps it. */
async function ruleOfType(tx: Transaction, ctx: Ctx, sessionTypeId: string | null): Promise<CancellationRule | null> {
  if (sessionTypeId === null) return null;
  return (await findRow(tx, ctx, 'sessionTypes', sessionTypeId))?.cancellation ?? null;
}

export async function insertSession(tx: Transaction, ctx: Ctx, row: InsertedSession, now: number): Promise<void> {
  const photographerId = row.photographerId ?? null;
  if (row.billing) assertCanBill(ctx, photographerId);
  await assertParents(tx, ctx, row);
  await tx.mutate.sessions.insert({
    id: row.id,
    accountId: ctx.accountId,
    authorId: ctx.userId,
    customerId: row.customerId,
    sessionTypeId: row.sessionTypeId ?? null,
    photographerId,
    galleryId: row.galleryId ?? null,
    date: row.date,
    duration: row.duration,
    type: row.type ?? '',
    locationId: row.locationId ?? null,
    location: row.location ?? '',
    notes: row.notes ?? '',
    status: row.status ?? 'scheduled',
    source: row.source ?? 'studio',
    clientMessage: row.clientMessage ?? '',
    cancellation: row.isImported ? null : await ruleOfType(tx, ctx, row.sessionTypeId ?? null),
    checklist: [],
    automationsPaused: row.automationsPaused ?? false,
    createdAt: now,
    updatedAt: now,
  });
  if (row.billing) await setBilling(tx, ctx, { ...row, photographerId }, row.billing);
}

export const sessionMutators = {
  ...sessionStatusMutators,

  /** Creates a session. `notify` requests a mail to the client from the server. */
  create: studioMutator(
    'sessions.write',
    newSession
      .extend({ billing: billing.optional(), notify: z.boolean().optional() })
      .refine((args) => (args.billing?.deposit ?? 0) <= (args.billing?.price ?? 0), { path: ['billing', 'deposit'] }),
    async ({ tx, ctx, args: { notify: _notify, ...args }, now }) => {
      await assertNew(tx, ctx, 'sessions', args.id);
      await insertSession(tx, ctx, args, now);
    },
  ),

  /** Imports one step; safe to run twice. Clients get no mail about these sessions. */
  importMany: studioMutator(
    'sessions.write',
    z.strictObject({ create: z.array(importedSession).min(1).max(MAX_IMPORT_STEP) }),
    async ({ tx, ctx, args: { create }, now }) => {
      await lockAccount(tx, ctx);
      const present = await presentIds(tx, ctx, 'sessions', create);
      for (const session of create) {
        // Its client knows of no mail from here.
        const row = { ...session, automationsPaused: true, isImported: true };
        if (!present.has(session.id)) await insertSession(tx, ctx, row, now);
      }
    },
  ),

  update: studioMutator(
    'sessions.write',
    z.strictObject({ id: rowId, changes: sessionChanges }),
    async ({ tx, ctx, args: { id, changes }, now }) => {
      const session = await lockRow(tx, ctx, 'sessions', id);
      assertCanAssign(ctx, session, changes.photographerId);
      await assertParents(tx, ctx, changes, session);
      await assertMayChangeClient(tx, ctx, session, changes.customerId);
      await tx.mutate.sessions.update({ id, ...changes, updatedAt: now });
    },
  ),

  /** Changes time or duration. Completed and cancelled sessions stay unchanged. */
  reschedule: studioMutator(
    'sessions.write',
    z.strictObject({ id: rowId, ...sessionTime.shape }),
    async ({ tx, ctx, args: { id, date, duration }, now }) => {
      const { status } = await lockRow(tx, ctx, 'sessions', id);
      if (!OPEN_STATUSES.includes(status)) throw new AppError('transition_refused', { field: 'date', from: status });
      await tx.mutate.sessions.update({ id, date, duration, updatedAt: now });
    },
  ),

  /**
   * `base` is the text when editing began. If the stored text differs, the change is refused and the screen shows both
   * versions.
   */
  setNotes: studioMutator(
    'sessions.note',
    z.strictObject({ id: rowId, notes: notesText, base: notesText }),
    async ({ tx, ctx, args: { id, notes, base }, now }) => {
      const session = await lockRow(tx, ctx, 'sessions', id);
      if (session.notes !== base && session.notes !== notes) throw new AppError('edit_conflict', { field: 'notes' });
      await tx.mutate.sessions.update({ id, notes, updatedAt: now });
    },
  ),

  /** `base` is the list when editing began; concurrent changes are merged. */
  setChecklist: studioMutator(
    'sessions.note',
    z.strictObject({ id: rowId, checklist, base: checklist }),
    async ({ tx, ctx, args, now }) => {
      const session = await lockRow(tx, ctx, 'sessions', args.id);
      await tx.mutate.sessions.update({
        id: args.id,
        checklist: mergeChecklists(args.base, args.checklist, session.checklist).slice(0, MAX_CHECKLIST),
        updatedAt: now,
      });
    },
  ),

  /**
   * Moves the session to the trash for 30 days. Refused once money was received, since the books refer to the session,
   * and once a contract was signed.
   */
  trash: studioMutator('sessions.write', z.strictObject({ id: rowId }), async ({ tx, ctx, args, now }) => {
    const session = await lockRow(tx, ctx, 'sessions', args.id);
    // Refused without access to its amounts, so that the refusal does not reveal payments.
    if (!canSeeMoneyOf(ctx, session)) throw new AppError('forbidden', { field: 'photographerId' });
    const taken = ownRows(ctx, 'payments')
      .where('sessionId', args.id)
      .where('status', 'NOT IN', ['pending', 'failed', 'void'])
      .one();
    if (await tx.run(taken)) throw new AppError('session_has_payments');
    if (await tx.run(signedContract(ctx, args.id))) throw new AppError('session_has_contract');
    await tx.mutate.sessions.update({ id: args.id, deletedAt: now, updatedAt: now });
  }),

  restore: studioMutator('sessions.write', z.strictObject({ id: rowId }), async ({ tx, ctx, args, now }) => {
    const stored = await findRow(tx, ctx, 'sessions', args.id, { trashed: true });
    // A browser may have no query that returns it; the server's result brings it back.
    if (!stored && tx.location === 'client') return;
    const row = assertFound(stored);
    // Same check as for trashing.
    if (!canSeeMoneyOf(ctx, row)) throw new AppError('forbidden', { field: 'photographerId' });
    if (row.deletedAt === null) return;
    if (now - row.deletedAt > TRASH_MS) throw new AppError('undo_expired');
    await tx.mutate.sessions.update({ id: args.id, deletedAt: null, updatedAt: now });
  }),
};
