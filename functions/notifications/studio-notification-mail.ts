import { formatAmount, formatLongDate, formatSessionLocation, formatTimeRange } from '#core/domain/values/format.ts';
import type { SessionStatus } from '#core/domain/sessions/sessions.ts';
import type { StudioNotificationInput } from '../outbox/effects.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { formatText } from '../platform/texts.ts';
import {
  failureContent,
  readFailedClientLink,
  readFailedInvite,
  readFailedMessage,
  readFailedOrderMail,
  readFailedTeamInvite,
} from './failed-mail-notice.ts';
import { readWithdrawalNotice } from './withdrawal-notice.ts';
import { readLatePaymentNotice, readPaymentNotice } from './payment-notice.ts';
import {
  type AccountLocale,
  NO_REPLY,
  NOTICE_TEXTS as TEXTS,
  type NotificationSubject,
  replyToPerson,
  type StudioNotificationData,
} from './render-studio-notification.ts';

/** Reads a notification's current content; null if it is obsolete. */
export async function readStudioNotification(
  db: Queryable,
  input: StudioNotificationInput,
  clock: AccountLocale,
): Promise<StudioNotificationData | null> {
  if (input.grantId) return readFailedInvite(db, input.accountId, input.grantId, clock);
  if (input.linkId) return readFailedClientLink(db, input.accountId, input.linkId, clock);
  if (input.leadId) return readLead(db, input.accountId, input.leadId, clock);
  if (input.listId) return readSelection(db, input.accountId, input.listId, clock);
  if (input.inviteId) return readFailedTeamInvite(db, input.accountId, input.inviteId, clock);
  if (input.orderId) return readWithdrawalNotice(db, input.accountId, input.orderId, clock);
  if (input.paymentId) return readPaymentNotice(db, input.accountId, input.paymentId, clock);
  if (input.proposalId) return readProposalNotice(db, input.accountId, input.proposalId, clock);
  if (input.checkoutId) return readLatePaymentNotice(db, input.accountId, input.checkoutId, clock);
  if (input.webhookId) return pausedWebhook(db, input.accountId, input.webhookId);
  if (input.messageId && !input.sessionId) return readFailedOrderMail(db, input.accountId, input.messageId, clock);
  const sessions = await readSessions(db, input);
  const [first] = sessions;
  if (!first) return null;
  const isDay = input.what === 'day';
  const failure = input.messageId && (await readFailedMessage(db, input.accountId, input.messageId));
  // It was sent again meanwhile.
  if (input.messageId && !failure) return null;
  const failed = failure ? failureContent(failure, ['failed', 'reported'], clock) : null;
  return {
    summary: failed?.summary ?? notificationSubject(input, first),
    client: first.client,
    date: formatLongDate(first.start, clock.language, clock.timeZone),
    facts: [...sessions.map((session) => formatSession(session, clock, isDay)), ...(failed?.reasons ?? [])],
    message: input.what === 'booking' ? first.message : '',
    link: isDay ? '/app/scheduling' : sessionHref(first, input.sessionId),
    replyTo: isDay || input.what === 'failedMail' ? NO_REPLY : replyToPerson(first.email, first.client),
  };
}

async function pausedWebhook(
  db: Queryable,
  accountId: string,
  webhookId: string,
): Promise<StudioNotificationData | null> {
  const [row] = await db.query<{ url: string }>(
    'select url from webhook_endpoints where id = $1 and account_id = $2 and paused_at is not null',
    [webhookId, accountId],
  );
  if (!row) return null;
  const content = {
    client: new URL(row.url).host,
    date: '',
    facts: [],
    message: '',
    link: '/app/settings/integrations',
  };
  return { summary: 'webhook', ...content, replyTo: NO_REPLY };
}

/** The visitor's message. A reply goes to the visitor, whose address nobody has checked. */
async function readLead(
  db: Queryable,
  accountId: string,
  leadId: string,
  { language }: AccountLocale,
): Promise<StudioNotificationData | null> {
  const [row] = await db.query<{
    name: string;
    email: string;
    phone: string;
    message: string;
    preferredDate: string;
    type: string | null;
  }>(
    `select d.name, d.email, d.phone, d.message, d.preferred_date as "preferredDate", y.name as type
     from leads d left join session_types y on y.account_id = d.account_id and y.id = d.session_type_id
     where d.id = $1 and d.account_id = $2 and d.status <> 'spam'`,
    [leadId, accountId],
  );
  if (!row) return null;
  const { name, email, phone, preferredDate, type } = row;
  const day = preferredDate && formatLongDate(Date.parse(preferredDate), language, 'UTC');
  return {
    summary: 'contact',
    client: name,
    date: day,
    facts: [[email, phone, type, day].filter(Boolean).join('\n')],
    message: row.message,
    link: `/app/clients/inquiries/${leadId}`,
    replyTo: replyToPerson(email, name),
  };
}

/** A client's answer to a proposal. */
async function readProposalNotice(
  db: Queryable,
  accountId: string,
  proposalId: string,
  { language, timeZone }: AccountLocale,
): Promise<StudioNotificationData | null> {
  const [row] = await db.query<{
    title: string;
    isAccepted: boolean;
    date: number | null;
    reason: string;
    client: string;
    email: string;
    total: number;
    currency: string;
  }>(
    `select p.title, p.status = 'accepted' as "isAccepted", p.date, p.reason, c.name as client, c.email, t.total,
       o.currency
     from proposals p join customers c on c.account_id = p.account_id and c.id = p.customer_id
       join orders o on o.account_id = p.account_id and o.id = p.id
       join order_totals t on t.account_id = o.account_id and t.order_id = o.id
     where p.account_id = $1 and p.id = $2 and p.status in ('accepted', 'declined') and c.erased_at is null`,
    [accountId, proposalId],
  );
  if (!row) return null;
  const { title, isAccepted, client, email, total, currency } = row;
  const day = row.date === null ? '' : formatLongDate(row.date, language, timeZone);
  const amount = isAccepted ? formatAmount(total, currency, language) : '';
  return {
    summary: isAccepted ? 'proposalAccepted' : 'proposalDeclined',
    client,
    date: day,
    facts: [[title, day, amount].filter(Boolean).join('\n')],
    message: row.reason,
    link: `/app/clients/proposals/${proposalId}`,
    replyTo: replyToPerson(email, client),
  };
}

/** The last submission of a selection. */
async function readSelection(
  db: Queryable,
  accountId: string,
  listId: string,
  { language }: AccountLocale,
): Promise<StudioNotificationData | null> {
  const [row] = await db.query<{
    client: string;
    email: string;
    gallery: string;
    galleryId: string;
    selection: string;
    photoCount: number;
    extraAmount: number | null;
    currency: string;
    note: string;
  }>(
    `select coalesce(nullif(p.name, ''), i.email, '') as client, coalesce(nullif(i.email, ''), p.email, '') as email,
       g.name as gallery, g.id as "galleryId",
       l.name as selection, jsonb_array_length(r.photo_ids) as "photoCount", c.amount as "extraAmount",
       a.currency_code as currency, r.note
     from pick_lists l join pick_rounds r on r.list_id = l.id and r.round = l.round
       join galleries g on g.id = l.gallery_id join accounts a on a.id = l.account_id
       left join gallery_people p on p.id = r.person_id left join grants i on i.id = p.grant_id
       left join pick_round_charges c on c.list_id = l.id and c.round = l.round
     where l.id = $1 and l.account_id = $2 and l.deleted_at is null and g.deleted_at is null`,
    [listId, accountId],
  );
  if (!row) return null;
  const say = (key: string, values = {}) => formatText(TEXTS[language], language, key, values);
  const { client, email, gallery, galleryId, selection, photoCount, extraAmount, currency, note } = row;
  const extras = extraAmount && say('selectionExtras', { amount: formatAmount(extraAmount, currency, language) });
  return {
    summary: 'selection',
    client: client || say('someone'),
    date: '',
    facts: [[gallery, selection, say('selectionPhotos', { count: photoCount }), extras].filter(Boolean).join('\n')],
    message: note,
    link: `/app/galleries/${galleryId}/proofing`,
    replyTo: replyToPerson(email, client),
  };
}

/** Sessions in the trash have no page; the client's page lists their mails. */
const sessionHref = ({ isTrashed, clientId }: NotificationSession, sessionId: string | undefined) =>
  isTrashed ? `/app/clients/customers/${clientId}` : `/app/clients/sessions/${sessionId}`;

interface NotificationSession {
  client: string;
  email: string;
  clientId: string;
  isTrashed: boolean;
  status: SessionStatus;
  start: number;
  end: number;
  type: string;
  savedLocation: { name: string; address: string } | null;
  location: string;
  message: string;
}

/** Derives the subject from the session's current status. */
function notificationSubject(
  { what, document }: StudioNotificationInput,
  { status }: NotificationSession,
): NotificationSubject {
  if (what === 'documents') return document === 'contract' ? 'signed' : 'answered';
  if (what === 'day') return 'day';
  if (what === 'failedMail') return 'failed';
  // A cancelled booking request has the status `declined`.
  if (status === 'cancelled' || status === 'declined') return 'cancelled';
  if (what === 'change') return 'moved';
  return status === 'inquiry' ? 'requested' : 'booked';
}

/**
 * Reads the session, or all sessions of the day that count as busy. Includes a trashed session only if its cancellation
 * mail failed, because the client still expects it.
 */
async function readSessions(
  db: Queryable,
  { accountId, sessionId, day, what }: StudioNotificationInput,
): Promise<NotificationSession[]> {
  return db.query<NotificationSession>(
    `select c.name as client, c.email, c.id as "clientId", s.deleted_at is not null as "isTrashed", s.status, s.date as start, s.date + s.duration * interval '1 minute' as end,
       coalesce(nullif(s.type, ''), y.name, '') as type, s.location, s.client_message as message,
       case when l.id is not null then json_build_object('name', l.name, 'address', l.address) end as "savedLocation"
     from sessions s join customers c on c.account_id = s.account_id and c.id = s.customer_id
       left join session_types y on y.account_id = s.account_id and y.id = s.session_type_id
       left join locations l on l.account_id = s.account_id and l.id = s.location_id
     where s.account_id = $1 and (s.deleted_at is null or $5 and exists (select from messages m
         where m.session_id = s.id and m.status = 'failed' and m.kind in ('session_cancelled', 'booking_declined')))
       and (s.id = $2 or s.date between $3 and $4 and s.status in ('scheduled', 'confirmed'))
     order by s.date, s.id limit ${MAX_SESSIONS}`,
    [accountId, sessionId ?? null, timestamp(day?.from), timestamp(day?.until), what === 'failedMail'],
  );
}

/** Upper bound for sessions of a day. */
const MAX_SESSIONS = 50;

/** Returns the lines of one session; without the date in a day overview. */
function formatSession(session: NotificationSession, { language, timeZone }: AccountLocale, isDay: boolean): string {
  const { client, type, start, end, savedLocation, location } = session;
  const time = formatTimeRange(start, end, language, timeZone);
  const lines = isDay ? [time, client, type] : [type, formatLongDate(start, language, timeZone), time];
  return [...lines, formatSessionLocation(savedLocation, location)].filter(Boolean).join('\n');
}
