import { boolean, enumeration, json, number, string, table } from '@rocicorp/zero';
import type { LineChoice, ProposalPlan } from '../../domain/payments/proposal-prices.ts';
import type { ProposalStatus } from '../../domain/payments/proposals.ts';

/** What a studio offers a client; only for members with access to money. An accepted one is the order with its id. */
export const proposals = table('proposals')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    /** Copied, and never sent. */
    isTemplate: boolean().from('is_template'),
    title: string(),
    message: string(),
    /** Of a lead who is no client yet, null until it is sent. */
    customerId: string().from('customer_id').optional(),
    leadId: string().from('lead_id').optional(),
    /** Of the session that acceptance books. */
    photographerId: string().from('photographer_id').optional(),
    sessionTypeId: string().from('session_type_id').optional(),
    /** Null: acceptance books no session. */
    date: number().optional(),
    /** Minutes. */
    duration: number(),
    location: string(),
    holdsSlot: boolean().from('holds_slot'),
    /** Minor units. */
    discountAmount: number().from('discount_amount'),
    discountPercent: number().from('discount_percent'),
    plan: json<ProposalPlan>(),
    contractTemplateId: string().from('contract_template_id').optional(),
    validUntil: number().from('valid_until').optional(),
    /** As stored; screens show `proposalState`. */
    status: enumeration<ProposalStatus>(),
    /** Last sent. */
    sentAt: number().from('sent_at').optional(),
    /** First opened since it was sent. */
    openedAt: number().from('opened_at').optional(),
    /** Accepted or declined. */
    decidedAt: number().from('decided_at').optional(),
    /** Who accepted, as typed. */
    signerName: string().from('signer_name'),
    /** What the client wrote when declining. */
    reason: string(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('id');

export const proposalLines = table('proposalLines')
  .from('proposal_lines')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    proposalId: string().from('proposal_id'),
    position: number(),
    productId: string().from('product_id').optional(),
    title: string(),
    description: string(),
    quantity: number(),
    /** Minor units of one piece. */
    unitAmount: number().from('unit_amount'),
    choice: enumeration<LineChoice>(),
    groupName: string().from('group_name'),
    /** Set when the client accepts. */
    isChosen: boolean().from('is_chosen'),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('id');
