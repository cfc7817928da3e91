import { enumeration, json, number, string, table } from '@rocicorp/zero';
import type { Language } from '../../domain/values/languages.ts';
import type { LeadStatus, SpamSign } from '../../domain/clients/leads.ts';

/** Messages of the public contact form. Nothing in them is verified. */
export const leads = table('leads')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    name: string(),
    email: string(),
    /** Empty when unknown. */
    phone: string(),
    message: string(),
    /** Local date, `2026-11-21`; empty for none. */
    preferredDate: string().from('preferred_date'),
    sessionTypeId: string().from('session_type_id').optional(),
    language: enumeration<Language>(),
    status: enumeration<LeadStatus>(),
    spamSigns: json<readonly SpamSign[]>().from('spam_signs'),
    /** The client and the inquiry that the studio made of it. */
    customerId: string().from('customer_id').optional(),
    sessionId: string().from('session_id').optional(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('id');
