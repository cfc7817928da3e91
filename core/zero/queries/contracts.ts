import { defineQuery } from '@rocicorp/zero';
import { z } from 'zod';
import { MAX_CONTRACT_TEMPLATES } from '../../domain/contracts/contracts.ts';
import { rowId } from '../../domain/values/ids.ts';
import { instant } from '../../domain/values/primitives.ts';
import { MAX_QUESTIONNAIRE_TEMPLATES } from '../../domain/contracts/questionnaires.ts';
import { BOOKED_STATUSES } from '../../domain/sessions/sessions.ts';
import { type Ctx, readableAccountId } from '../context.ts';
import { moneyScope } from '../money-scope.ts';
import { zql } from '../schema.ts';

const limit = z.number().int().min(1).max(1000);

/** Signed contracts that the member can open, latest first. */
function signed(ctx: Ctx | undefined, ofCustomer?: string) {
  const { accountId, photographerId } = moneyScope(ctx);
  return zql.contracts
    .where('accountId', accountId)
    .where('status', 'signed')
    .whereExists(
      'session',
      (session) => {
        const theirs = photographerId === null ? session : session.where('photographerId', photographerId);
        return ofCustomer === undefined
          ? theirs.where('deletedAt', 'IS', null)
          : theirs.where('customerId', ofCustomer);
      },
      { flip: false },
    )
    .orderBy('signedAt', 'desc');
}

/** Contracts of booked sessions that the member can open, with session and client, oldest first. */
function ofBookedSessions(ctx: Ctx | undefined, status: 'draft' | 'sent') {
  const { accountId, photographerId } = moneyScope(ctx);
  return zql.contracts
    .where('accountId', accountId)
    .where('status', status)
    .whereExists(
      'session',
      (session) => {
        const booked = session.where('deletedAt', 'IS', null).where('status', 'IN', BOOKED_STATUSES);
        return photographerId === null ? booked : booked.where('photographerId', photographerId);
      },
      { flip: false },
    )
    .related('session', (session) => session.related('customer'))
    .related('signers', (signers) => signers.related('contact').orderBy('position', 'asc').orderBy('id', 'asc'))
    .orderBy('sentAt', 'asc');
}

export const contractQueries = {
  /** By name, archived ones included. A text may name prices, so assistants have none. */
  templates: defineQuery(({ ctx }) =>
    zql.contractTemplates
      .where('accountId', readableAccountId(ctx, 'sessions.write'))
      .orderBy('name', 'asc')
      .limit(MAX_CONTRACT_TEMPLATES),
  ),

  /** Signed contracts of a client, also of sessions in the trash. */
  signedOfCustomer: defineQuery(z.strictObject({ customerId: rowId, limit }), ({ ctx, args }) =>
    signed(ctx, args.customerId).limit(args.limit),
  ),

  /** Contracts that the studio signs next. Those of erased clients, which have no signer any more, are absent. */
  toCountersign: defineQuery(z.strictObject({ limit }), ({ ctx, args }) =>
    signed(ctx)
      .where('needsCountersignature', true)
      .where('countersignedAt', 'IS', null)
      .where('signerName', '!=', '')
      .limit(args.limit),
  ),

  /** Contracts of booked sessions that cannot be sent before the studio has completed them, oldest first. */
  drafts: defineQuery(z.strictObject({ limit }), ({ ctx, args }) => ofBookedSessions(ctx, 'draft').limit(args.limit)),

  /**
   * Contracts of sessions ahead that a client could sign and did not, untouched since `before`: neither sent, nor mailed
   * again, nor opened for the first time. Oldest first.
   */
  unsigned: defineQuery(z.strictObject({ before: instant, limit }), ({ ctx, args }) =>
    ofBookedSessions(ctx, 'sent').where('updatedAt', '<', args.before).limit(args.limit),
  ),
};

export const questionnaireQueries = {
  /** Returns the templates sorted by name, archived ones included. */
  templates: defineQuery(({ ctx }) =>
    zql.questionnaireTemplates
      .where('accountId', readableAccountId(ctx, 'sessions.write'))
      .orderBy('name', 'asc')
      .limit(MAX_QUESTIONNAIRE_TEMPLATES),
  ),
};
