import type { Queryable } from './db.ts';
import { cancelEffects } from './messages.ts';

/** Whose mails: those of some clients, or one of them. */
export type Recipient = { accountId: string } & ({ customerIds: readonly string[] } | { messageId: string });

/**
 * Has the mails that wait go to the address, and be in the language, that their clients have now; one of a client who
 * has no address any more is withdrawn. Call it in the transaction that changed the client, or had the mail wait again.
 */
export async function updateRecipients(tx: Queryable, of: Recipient, now: number): Promise<void> {
  const customerIds = 'customerIds' in of ? of.customerIds : null;
  const messageId = 'messageId' in of ? of.messageId : null;
  const rows = await tx.query<{ id: string; isLeft: boolean }>(
    `update messages m set
       status = case c.email when '' then 'withdrawn' else m.status end,
       recipient = case c.email when '' then m.recipient else c.email end,
       language = coalesce(c.language, a.language)
     from customers c join accounts a on a.id = c.account_id
     where m.account_id = $1 and m.status = 'waiting' and c.account_id = m.account_id and c.id = m.customer_id
       and ($2::text[] is null or m.customer_id = any($2)) and ($3::text is null or m.id = $3)
       and (c.email, coalesce(c.language, a.language)) <> (m.recipient, m.language)
     returning m.id, m.status = 'withdrawn' as "isLeft"`,
    [of.accountId, customerIds, messageId],
  );
  await cancelEffects(
    tx,
    rows.filter(({ isLeft }) => isLeft),
    now,
  );
}
