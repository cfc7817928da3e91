import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import { LEAD_TRANSITIONS, leadIds, leadStatus } from '../../domain/clients/leads.ts';
import { money } from '../../domain/values/primitives.ts';
import { sessionTime } from '../../domain/sessions/sessions.ts';
import { canTransition } from '../../domain/values/transitions.ts';
import { authorise, type Ctx } from '../context.ts';
import { assertNew, findRow, lockAccount, lockRow, lockRows, type OwnRow, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import { insertCustomer } from './customers.ts';
import { insertSession } from './sessions.ts';

/** Returns the id of the oldest client with this email. Every writer of emails stores them in lower case. */
async function findCustomer(tx: Transaction, ctx: Ctx, email: string): Promise<string | undefined> {
  const known = await tx.run(
    ownRows(ctx, 'customers')
      .where('email', email)
      .where('deletedAt', 'IS', null)
      .where('erasedAt', 'IS', null)
      .orderBy('createdAt', 'asc')
      .one(),
  );
  return known?.id;
}

/**
 * Returns the client of a lead, which counts as answered: its own, else the one with its email, else a new one. Call it
 * with account and lead locked.
 * @param newId id of the client, if a new one is needed
 */
export async function clientOfLead(
  tx: Transaction,
  ctx: Ctx,
  lead: OwnRow<'leads'>,
  newId: string,
  now: number,
): Promise<string> {
  if (lead.customerId !== null) return lead.customerId;
  const { name, email, phone, language } = lead;
  const known = await findCustomer(tx, ctx, email);
  const customerId = known ?? newId;
  if (!known) {
    await assertNew(tx, ctx, 'customers', customerId);
    await insertCustomer(tx, ctx, { id: customerId, name, email, phone, language }, now);
  }
  await tx.mutate.leads.update({ id: lead.id, status: 'answered', customerId, updatedAt: now });
  return customerId;
}

export const leadMutators = {
  setStatus: studioMutator(
    'customers.write',
    z.strictObject({ ids: leadIds, to: leadStatus }),
    async ({ tx, ctx, args: { ids, to }, now }) => {
      for (const { id, status } of await lockRows(tx, ctx, 'leads', ids, { field: 'ids' })) {
        if (canTransition(LEAD_TRANSITIONS, status, to))
          await tx.mutate.leads.update({ id, status: to, updatedAt: now });
      }
    },
  ),

  /**
   * Makes a client of a lead, and with `session` an inquiry. A client with the same email is used instead of a new one;
   * the account's lock, which bookings take as well, makes two such calls create one client.
   */
  accept: studioMutator(
    'customers.write',
    z.strictObject({
      id: rowId,
      /** Id of the client, if a new one is needed. */
      customerId: rowId,
      session: z.strictObject({ id: rowId, ...sessionTime.shape, price: money.optional() }).optional(),
    }),
    async ({ tx, ctx, args, now }) => {
      if (args.session) authorise(ctx, 'sessions.write');
      await lockAccount(tx, ctx);
      const lead = await lockRow(tx, ctx, 'leads', args.id);
      // A colleague was first.
      if (lead.customerId !== null) throw new AppError('conflict', { field: 'id' });
      const { sessionTypeId, message } = lead;
      const customerId = await clientOfLead(tx, ctx, lead, args.customerId, now);
      if (args.session) {
        const { price, ...session } = args.session;
        await assertNew(tx, ctx, 'sessions', session.id);
        const origin = { source: 'client', clientMessage: message } as const;
        const billing = price === undefined ? {} : { billing: { price } };
        const row = {
          ...session,
          ...origin,
          ...billing,
          customerId,
          sessionTypeId: await offered(tx, ctx, sessionTypeId),
        };
        await insertSession(tx, ctx, { ...row, status: 'inquiry' }, now);
      }
      if (args.session) await tx.mutate.leads.update({ id: lead.id, sessionId: args.session.id });
    },
  ),

  /** Deletes leads for good: a person who is no client may ask for it. Their client and session stay. */
  remove: studioMutator('customers.write', z.strictObject({ ids: leadIds }), async ({ tx, ctx, args }) => {
    for (const { id } of await lockRows(tx, ctx, 'leads', args.ids, { field: 'ids' }))
      await tx.mutate.leads.delete({ id });
  }),
};

/** Returns the session type unless it has been archived since the visitor chose it. */
async function offered(tx: Transaction, ctx: Ctx, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const type = await findRow(tx, ctx, 'sessionTypes', id);
  return type && type.archivedAt === null ? id : null;
}
