import { defineQuery } from '@rocicorp/zero';
import { z } from 'zod';
import { MAX_MERGED } from '../../domain/clients/customers.ts';
import { MAX_CONTACTS } from '../../domain/clients/contacts.ts';
import { MAX_SESSION_CONTRACTS } from '../../domain/contracts/contracts.ts';
import { rowId, userId } from '../../domain/values/ids.ts';
import { instant, text } from '../../domain/values/primitives.ts';
import { MAX_QUESTIONNAIRE_TEMPLATES } from '../../domain/contracts/questionnaires.ts';
import { LONGEST_SESSION_MS, sessionStatus } from '../../domain/sessions/sessions.ts';
import { type Ctx, readableAccountId } from '../context.ts';
import { moneyScope } from '../money-scope.ts';
import { zql } from '../schema.ts';

/** Upper limit; a list requests as many as it shows. */
const limit = z.number().int().min(1).max(20_000);

const readable = (ctx: Ctx | undefined) => zql.sessions.where('accountId', readableAccountId(ctx, 'sessions.read'));

const scoped = (ctx: Ctx | undefined) => readable(ctx).where('deletedAt', 'IS', null);

export const sessionQueries = {
  /** Sessions that overlap a range (earlier starts may extend into it), for the calendar and for conflicts; earliest first. */
  range: defineQuery(z.strictObject({ from: instant, to: instant, limit }), ({ ctx, args }) =>
    scoped(ctx)
      .where('date', '>=', args.from - LONGEST_SESSION_MS)
      .where('date', '<', args.to)
      .related('customer')
      .related('sessionType')
      .orderBy('date', 'asc')
      .limit(args.limit),
  ),

  /** Sessions with some statuses within a range, for lists; `search` matches clients' names and titles. */
  list: defineQuery(
    z.strictObject({
      statuses: z.array(sessionStatus).min(1).max(7),
      from: instant.optional(),
      to: instant.optional(),
      sessionTypeId: rowId.optional(),
      photographerId: userId.optional(),
      search: text.max(200).optional(),
      order: z.enum(['asc', 'desc']),
      limit,
    }),
    ({ ctx, args }) => {
      let rows = scoped(ctx).where('status', 'IN', args.statuses);
      if (args.from !== undefined) rows = rows.where('date', '>=', args.from);
      if (args.to !== undefined) rows = rows.where('date', '<', args.to);
      if (args.sessionTypeId) rows = rows.where('sessionTypeId', args.sessionTypeId);
      if (args.photographerId) rows = rows.where('photographerId', args.photographerId);
      const like = `%${(args.search ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
      if (args.search) {
        rows = rows.where((one) =>
          one.or(
            one.cmp('type', 'ILIKE', like),
            one.exists('customer', (customer) => customer.where('name', 'ILIKE', like), { flip: false }),
          ),
        );
      }
      return rows.related('customer').related('sessionType').orderBy('date', args.order).limit(args.limit);
    },
  ),

  ofCustomer: defineQuery(z.strictObject({ customerId: rowId, limit }), ({ ctx, args }) =>
    scoped(ctx)
      .where('customerId', args.customerId)
      .related('sessionType')
      .related('billing', (rows) => {
        const { accountId, photographerId } = moneyScope(ctx);
        const all = rows.where('accountId', accountId).related('instalments');
        return photographerId === null ? all : all.where('photographerId', photographerId);
      })
      .orderBy('date', 'desc')
      .limit(args.limit),
  ),

  /** Sessions of the clients that a form merges. */
  ofCustomers: defineQuery(
    z.strictObject({
      customerIds: z
        .array(rowId)
        .min(1)
        .max(MAX_MERGED + 1),
      limit,
    }),
    ({ ctx, args }) =>
      scoped(ctx).where('customerId', 'IN', args.customerIds).orderBy('date', 'desc').limit(args.limit),
  ),

  /**
   * A session, also in the trash: while a page queries it, its row stays on the device after the server has deleted it,
   * so that an undo sent meanwhile still finds it.
   */
  byId: defineQuery(z.strictObject({ id: rowId }), ({ ctx, args }) =>
    readable(ctx)
      .where('id', args.id)
      .related('customer')
      .related('sessionType')
      .related('savedLocation')
      .related('gallery')
      .related('billing', (rows) => {
        const { accountId, photographerId } = moneyScope(ctx);
        const all = rows.where('accountId', accountId).related('instalments');
        return photographerId === null ? all : all.where('photographerId', photographerId);
      })
      .related('payments', (rows) => {
        const { accountId, photographerId } = moneyScope(ctx);
        const all = rows.where('accountId', accountId).orderBy('date', 'asc');
        return photographerId === null ? all : all.where('photographerId', photographerId);
      })
      .related('events', (rows) => rows.orderBy('at', 'desc').limit(200))
      .related('contracts', (rows) =>
        rows
          .related('signers', (signers) =>
            signers.related('contact').orderBy('position', 'asc').orderBy('id', 'asc').limit(MAX_CONTACTS),
          )
          .orderBy('sentAt', 'desc')
          .limit(MAX_SESSION_CONTRACTS),
      )
      .related('questionnaires', (rows) => rows.orderBy('sentAt', 'desc').limit(MAX_QUESTIONNAIRE_TEMPLATES))
      .one(),
  ),

  trashed: defineQuery(z.strictObject({ limit: z.number().int().min(1).max(1000) }), ({ ctx, args }) =>
    zql.sessions
      .where('accountId', readableAccountId(ctx, 'sessions.write'))
      .where('deletedAt', 'IS NOT', null)
      .related('customer')
      .related('sessionType')
      .orderBy('deletedAt', 'desc')
      .limit(args.limit),
  ),

  /** Events of sessions outside the trash, latest first. */
  recentEvents: defineQuery(z.strictObject({ limit: z.number().int().min(1).max(200) }), ({ ctx, args }) =>
    zql.sessionEvents
      .where('accountId', readableAccountId(ctx, 'sessions.read'))
      .whereExists('session', (session) => session.where('deletedAt', 'IS', null), { flip: false })
      .related('session', (session) => session.related('customer'))
      .orderBy('at', 'desc')
      .limit(args.limit),
  ),
};
