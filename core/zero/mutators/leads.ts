import type { Row, Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import { LEAD_TRANSITIONS, leadIds, leadStatus } from '../../domain/clients/leads.ts';
import { money } from '../../domain/values/primitives.ts';
import { sessionTime } from '../../domain/sessions/sessions.ts';
import { canTransition } from '../../domain/values/transitions.ts';
import { assertFound, authorise, type Ctx } from '../context.ts';
import { type Schema, zql } from '../schema.ts';
import { studioMutator } from '../studio-mutator.ts';
import { insertCustomer } from './customers.ts';
import { importSequentially } from './import-access.ts';
import { insertSession } from './sessions.ts';

type Lead = Row<Schema['tables']['leads']>;

/**
 * Locks and returns the caller's leads, in the order of their ids. On the server one missing or foreign id refuses them
 * all. A browser continues with the rows it has.
 */
async function lockLeads(tx: Transaction, ctx: Ctx, ids: readonly string[]): Promise<Lead[]> {
  const named = [...new Set(ids)];
  if (tx.location === 'server') {
    const sql = 'select from leads where account_id = $1 and id = any ($2) order by id for update';
    await tx.dbTransaction.query(sql, [ctx.accountId, named]);
  }
  const rows = await tx.run(zql.leads.where('accountId', ctx.accountId).where('id', 'IN', named));
  if (tx.location === 'server' && rows.length !== named.length) throw new AppError('not_found', { field: 'ids' });
  return rows;
}

/** Returns the id of the oldest client with this e-mail. Every writer of e-mails stores them in lower case. */
async function findCustomer(tx: Transaction, ctx: Ctx, email: string): Promise<string | undefined> {
  const known = await tx.run(
    zql.customers
      .where('accountId', ctx.accountId)
      .where('email', email)
      .where('deletedAt', 'IS', null)
      .where('erasedAt', 'IS', null)
      .orderBy('createdAt', 'asc')
      .one(),
  );
  return known?.id;
}

export const leadMutators = {
  setStatus: studioMutator(
    'customers.write',
    z.strictObject({ ids: leadIds, to: leadStatus }),
    async ({ tx, ctx, args: { ids, to }, now }) => {
      for (const { id, status } of await lockLeads(tx, ctx, ids)) {
        if (canTransition(LEAD_TRANSITIONS, status, to))
          await tx.mutate.leads.update({ id, status: to, updatedAt: now });
      }
    },
  ),

  /**
   * Makes a client of a lead, and with `session` an inquiry. A client with the same e-mail is used instead of a new one;
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
      await importSequentially(tx, ctx);
      const lead = assertFound((await lockLeads(tx, ctx, [args.id]))[0]);
      // A colleague was first.
      if (lead.customerId !== null) throw new AppError('conflict', { field: 'id' });
      const { name, email, phone, language, sessionTypeId, message } = lead;
      const known = await findCustomer(tx, ctx, email);
      const customerId = known ?? args.customerId;
      if (!known) {
        if (await tx.run(zql.customers.where('id', customerId).one())) throw new AppError('conflict', { field: 'id' });
        await insertCustomer(tx, ctx, { id: customerId, name, email, phone, language }, now);
      }
      if (args.session) {
        const { price, ...session } = args.session;
        if (await tx.run(zql.sessions.where('id', session.id).one())) throw new AppError('conflict', { field: 'id' });
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
      await tx.mutate.leads.update({
        id: lead.id,
        status: 'answered',
        customerId,
        sessionId: args.session?.id ?? null,
        updatedAt: now,
      });
    },
  ),

  /** Deletes leads for good: a person who is no client may ask for it. Their client and session stay. */
  remove: studioMutator('customers.write', z.strictObject({ ids: leadIds }), async ({ tx, ctx, args }) => {
    for (const { id } of await lockLeads(tx, ctx, args.ids)) await tx.mutate.leads.delete({ id });
  }),
};

/** Returns the session type unless it has been archived since the visitor chose it. */
async function offered(tx: Transaction, ctx: Ctx, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const type = await tx.run(zql.sessionTypes.where('id', id).where('accountId', ctx.accountId).one());
  return type && type.archivedAt === null ? id : null;
}
