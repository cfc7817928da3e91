import type { MailError } from '#core/domain/values/errors.ts';
import { makeId } from '#core/domain/values/ids.ts';
import type { Language } from '#core/domain/values/languages.ts';
import type { MailKind } from '#core/domain/messages/messages.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';

/** A mail that has no row of its own before it is sent: an invitation, for example. */
export interface ClientMail {
  accountId: string;
  /** The client whose list shows it, if one of their contacts has the address; null for none. */
  customerId: string | null;
  kind: MailKind;
  email: string;
  language: Language;
  /** Its Message-ID. */
  mailId: string;
  /** Why it was not sent. */
  error?: MailError;
}

/** Lists a mail that was sent, or could not be, among those of its client. */
export async function recordClientMail(tx: Queryable, mail: ClientMail, now: number): Promise<void> {
  const { accountId, customerId, kind, email, language, mailId, error } = mail;
  await tx.query(
    `insert into messages (id, account_id, kind, customer_id, contact_id, recipient, language, status, error, mail_id,
       due_at, created_at, sent_at)
     select $1, p.account_id, $4, p.customer_id, p.id, $5, $6, $7, $8, $9, $10, $10, $11
     from customer_contacts p where p.account_id = $2 and p.customer_id = $3 and lower(p.email) = lower($5)
     order by p.position, p.id limit 1`,
    [
      makeId(random),
      accountId,
      customerId,
      kind,
      email,
      language,
      error ? 'failed' : 'sent',
      error ?? null,
      mailId,
      timestamp(now),
      error ? null : timestamp(now),
    ],
  );
}

/** Marks a listed mail that came back, or whose reader calls it spam. */
export async function markClientMail(
  tx: Queryable,
  { accountId, mailId, address, error }: { accountId: string; mailId: string; address: string; error: MailError },
): Promise<void> {
  await tx.query(
    `update messages set error = $4, status = case when $5 then 'failed' else status end,
       sent_at = case when $5 then null else sent_at end
     where account_id = $1 and mail_id = $2 and lower(recipient) = $3 and status = 'sent'`,
    [accountId, mailId, address, error, error === 'mail_bounced'],
  );
}
