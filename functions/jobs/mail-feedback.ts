import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import type { MailError } from '#core/domain/values/errors.ts';
import type { Clock } from '#core/domain/values/time.ts';
import { markClientMail } from '../mails/client-mails.ts';
import type { MailSubject } from '../mails/deliver.ts';
import { hashAddress, suppress, SUPPRESSION_ERRORS, type SuppressionReason } from '../mails/suppressions.ts';
import { notifyStudio } from '../notifications/studio-notifications.ts';
import { type Database, type Queryable, timestamp } from '../platform/db/database.ts';
import { describeError, log, publishMetrics } from '../platform/observability/telemetry.ts';
import { type MailFeedback, type MailRecipient, parseFeedback } from './mail-feedback-event.ts';

interface Deps {
  clock: Clock;
  db: Database;
}

/**
 * Lambda handler of the queue of bounces and complaints. An event is refused unless our account sent its mail, and
 * ignored unless the mail and its recipient are known: only who has both can suppress an address.
 * @returns the messages to try again
 */
export async function receiveFeedback(deps: Deps, event: unknown, context: Context): Promise<SQSBatchResponse> {
  const ownAccount = context.invokedFunctionArn.split(':')[4];
  const failed: string[] = [];
  for (const { messageId, body } of (event as SQSEvent).Records) {
    try {
      const feedback = parseFeedback(body);
      if (feedback && feedback.sendingAccountId === ownAccount) await applyFeedback(deps, feedback);
      else log('error', 'mail_event_refused', { reason: feedback ? 'foreign' : 'malformed' });
    } catch (error) {
      log('error', 'mail_event_failed', describeError(error));
      failed.push(messageId);
    }
  }
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}

async function applyFeedback({ db, clock }: Deps, { mailId, recipients, outcome }: MailFeedback): Promise<void> {
  const now = clock();
  let count = 0;
  for (const recipient of mailId && outcome ? recipients : []) {
    const result = await db.transaction((tx) =>
      applyOutcome(tx, { ...recipient, mailId: mailId!, outcome: outcome! }, now),
    );
    if (result === 'unknown') log('info', 'mail_event_unknown', { outcome });
    if (result === 'applied') count += 1;
  }
  publishMetrics('mail-events', now, {
    MailsBounced: { value: outcome === 'bounce' ? count : 0, unit: 'Count' },
    MailsComplained: { value: outcome === 'complaint' ? count : 0, unit: 'Count' },
    MailsDelayed: { value: outcome === null ? recipients.length : 0, unit: 'Count' },
  });
}

interface Outcome extends MailRecipient {
  mailId: string;
  outcome: SuppressionReason;
}

interface DeliveryRow {
  accountId: string | null;
  isByVisitor: boolean;
  subject: MailSubject['kind'] | null;
  subjectId: string | null;
  acceptedAt: number | null;
  sentAt: number;
  outcome: SuppressionReason | null;
}

/** Longest time between a mail and the row that says so, in milliseconds: a job that died is repeated within it. */
const ACCEPT_MS = 10 * MINUTE_MS;

/**
 * Suppresses the address, marks what the mail was about, and tells the studio. A repeated event changes nothing.
 * @returns `unknown` for a mail that we did not send to this address
 * @throws Error while the mail is still being recorded as sent
 */
async function applyOutcome(
  tx: Queryable,
  { mailId, address, isUnknown, outcome }: Outcome,
  now: number,
): Promise<'unknown' | 'repeated' | 'applied'> {
  const addressHash = hashAddress(address);
  const [mail] = await tx.query<DeliveryRow>(
    `select account_id as "accountId", part <> 'studio' as "isByVisitor", subject, subject_id as "subjectId", outcome,
       (extract(epoch from accepted_at) * 1000)::float8 as "acceptedAt", (extract(epoch from sent_at) * 1000)::float8 as "sentAt"
     from mail_deliveries where mail_id = $1 and address_hash = $2 for update`,
    [mailId, addressHash],
  );
  if (!mail) return 'unknown';
  if (mail.outcome === outcome) return 'repeated';
  if (mail.acceptedAt === null && now - mail.sentAt < ACCEPT_MS) throw new Error('The mail is still being sent');
  await tx.query('update mail_deliveries set outcome = $3, outcome_at = $4 where mail_id = $1 and address_hash = $2', [
    mailId,
    addressHash,
    outcome,
    timestamp(now),
  ]);
  const { accountId, subject, subjectId: id, isByVisitor } = mail;
  // A mailbox that refuses a stranger's text (of the contact form, for example) still gets the studio's mails.
  if (outcome === 'complaint' || isUnknown || !isByVisitor) {
    await suppress(tx, { accountId, addressHash, reason: outcome, isUnknown }, now);
  }
  if (!accountId || !subject || !id) return 'applied';
  const error = SUPPRESSION_ERRORS[outcome];
  await markClientMail(tx, { accountId, mailId, address, error });
  const notice = await MARK[subject](tx, { accountId, id, address, error });
  if (notice) await notifyStudio(tx, { accountId, what: 'failedMail', ...notice }, now);
  return 'applied';
}

interface Marked {
  accountId: string;
  id: string;
  address: string;
  error: MailError;
}

type NoticeSubject =
  | { grantId: string }
  | { sessionId: string; messageId: string }
  | { linkId: string }
  | { inviteId: string };

/**
 * Records the error in the row that a mail was about, unless it has another address by now.
 * @returns what the studio is told of; null for nothing
 */
const MARK: Readonly<Record<MailSubject['kind'], (tx: Queryable, of: Marked) => Promise<NoticeSubject | null>>> = {
  async grant(tx, { accountId, id, address, error }) {
    const [row] = await tx.query(
      `update grants set mail_error = $4
       where account_id = $1 and id = $2 and lower(email) = $3 and status <> 'revoked' returning id`,
      [accountId, id, address, error],
    );
    return row ? { grantId: id } : null;
  },

  // A message that its reader calls spam has arrived.
  async message(tx, { accountId, id, address, error }) {
    const [row] = await tx.query<{ sessionId: string | null }>(
      `update messages set error = $4, status = case when $5 then 'failed' else status end,
         sent_at = case when $5 then null else sent_at end
       where account_id = $1 and id = $2 and lower(recipient) = $3 and status = 'sent'
       returning session_id as "sessionId"`,
      [accountId, id, address, error, error === 'mail_bounced'],
    );
    return row?.sessionId ? { sessionId: row.sessionId, messageId: id } : null;
  },

  async client_link(tx, { accountId, id, address, error }) {
    const [row] = await tx.query<{ authorId: string | null }>(
      `update client_links set mail_error = $4
       where account_id = $1 and id = $2 and lower(email) = $3 and revoked_at is null returning author_id as "authorId"`,
      [accountId, id, address, error],
    );
    // A mistyped address of a stranger's request is nobody's business.
    return row?.authorId ? { linkId: id } : null;
  },

  async team_invite(tx, { accountId, id, address, error }) {
    const [row] = await tx.query(
      `update team_invites set mail_error = $4
       where account_id = $1 and id = $2 and lower(email) = $3 and status in ('pending', 'sent') returning id`,
      [accountId, id, address, error],
    );
    return row ? { inviteId: id } : null;
  },
};
