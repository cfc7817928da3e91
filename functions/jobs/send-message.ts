import type { MailError } from '#core/domain/mail-errors.ts';
import { LINKS_TO_REBOOKING } from '#core/domain/mail-text.ts';
import { type Queryable, timestamp } from '../lib/db.ts';
import { createSessionLink, sessionLinkHref } from '../lib/session-links.ts';
import { notifyStudio } from '../lib/studio-notices.ts';
import type { EffectRun } from './effect-run.ts';
import { finalMailError } from './mail-error.ts';
import { hasPublicBooking, isMessageCurrent, type MessageData, readMessage } from './message-facts.ts';
import { toMailCalendar, renderMessageMail } from './message-mail.ts';
import { receiptFile } from './receipt-file.ts';
import type { JobServices } from './services.ts';

/**
 * Mails a client what they are to know, if it is still so. Its Message-ID is the message's own id: sent again after a
 * crash, or by somebody for whom it seemed to have failed, it is the same mail to the mailbox.
 */
export async function sendMessage({ id, payload, jobs }: EffectRun<'message.send'>): Promise<void> {
  const { messageId } = payload;
  const facts = await readMessage(jobs.db, messageId);
  if (!facts || !isMessageCurrent(facts, jobs.clock())) {
    await jobs.db.query("update messages set status = 'withdrawn' where id = $1 and status = 'waiting'", [messageId]);
    return;
  }
  try {
    await send(jobs, messageId, facts);
  } catch (error) {
    const mailError = await finalMailError(jobs.db, id, error);
    if (mailError) await jobs.db.transaction((tx) => giveUp(tx, facts, messageId, mailError, jobs.clock()));
    if (mailError !== 'mail_refused') throw error;
    return;
  }
  // Withdrawn or readdressed in the very moment that it went out, it was sent all the same: the list says what happened.
  await jobs.db.query(
    `update messages set status = 'sent', sent_at = $2, error = null, recipient = $3, language = $4
     where id = $1 and status <> 'sent'`,
    [messageId, timestamp(jobs.clock()), facts.recipient, facts.language],
  );
}

async function send(jobs: JobServices, messageId: string, facts: MessageData): Promise<void> {
  const link = await linkOf(jobs, facts);
  const { recipient: to, language, studio: fromName, replyTo } = facts;
  const calendar = toMailCalendar(facts, jobs.appOrigin, link, jobs.clock());
  const mail = { ...renderMessageMail(facts, link), to, fromName, replyTo, language, id: messageId };
  const receipt = facts.payment && (await receiptFile(jobs.db, facts.accountId, facts.payment.id));
  const files = receipt ? [receipt] : [];
  await jobs.sendMail({ ...mail, ...(calendar ? { calendar } : {}), files });
}

/** To the session, or to free times where there is none to change any more; a receipt leads nowhere. */
async function linkOf({ db, appOrigin, clock }: JobServices, facts: MessageData): Promise<string> {
  const { accountId, sessionId, slug, kind } = facts;
  if (kind === 'receipt') return '';
  if (LINKS_TO_REBOOKING.has(kind)) return hasPublicBooking(facts) ? `${appOrigin}/p/${slug}/book` : '';
  const token = await createSessionLink(db, { accountId, sessionId, now: clock() });
  return token ? sessionLinkHref(appOrigin, slug, token) : '';
}

/** For the studio to see, which may send it again. */
async function giveUp(
  tx: Queryable,
  { accountId, sessionId }: MessageData,
  messageId: string,
  error: MailError,
  now: number,
): Promise<void> {
  const [message] = await tx.query(
    "update messages set status = 'failed', error = $2 where id = $1 and status = 'waiting' returning id",
    [messageId, error],
  );
  if (message) await notifyStudio(tx, { accountId, what: 'failedMail', sessionId }, now);
}
