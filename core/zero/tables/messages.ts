import { enumeration, number, string, table } from '@rocicorp/zero';
import type { Language } from '../../domain/values/languages.ts';
import type { MailKind, MailTemplateKind, MessageStatus } from '../../domain/messages/messages.ts';

/**
 * Mails to clients with their status; created and sent by the server only. Those of galleries and of client links are
 * written once they were sent, without a session.
 */
export const messages = table('messages')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    kind: enumeration<MailKind>(),
    customerId: string().from('customer_id').optional(),
    sessionId: string().from('session_id').optional(),
    /** Of a mail about an order without a session. */
    orderId: string().from('order_id').optional(),
    /** Null: the client's first contact. */
    contactId: string().from('contact_id').optional(),
    /** The mail of the same sending to the first of its recipients. */
    copyOf: string().from('copy_of').optional(),
    /** Message-ID of a mail of a gallery or of a client's link. */
    mailId: string().from('mail_id').optional(),
    recipient: string(),
    language: enumeration<Language>(),
    status: enumeration<MessageStatus>(),
    dueAt: number().from('due_at'),
    sentAt: number().from('sent_at').optional(),
    /** A code of `errors:`. */
    error: string().optional(),
    createdAt: number().from('created_at'),
    /** Time of a member's withdrawal. */
    cancelledAt: number().from('cancelled_at').optional(),
    cancelledBy: string().from('cancelled_by').optional(),
  })
  .primaryKey('id');

/** A studio's mail templates. */
export const mailTemplates = table('mailTemplates')
  .from('mail_templates')
  .columns({
    accountId: string().from('account_id'),
    kind: enumeration<MailTemplateKind>(),
    language: enumeration<Language>(),
    authorId: string().from('author_id'),
    subject: string(),
    body: string(),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('accountId', 'kind', 'language');
