import { greetingName } from '#core/domain/clients/customers.ts';
import { formatAmount, formatLongDate, formatTimeRange } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { readMailSender, type RenderedMail, renderMail } from '#core/domain/messages/mail-layout.ts';
import { greet, toSingleLine } from '#core/domain/messages/message-templates.ts';
import ca from '#locales/ca/mail.json' with { type: 'json' };
import en from '#locales/en/mail.json' with { type: 'json' };
import es from '#locales/es/mail.json' with { type: 'json' };
import { deliverMail } from '../mails/deliver.ts';
import { MAIL_SENDER, REPLY_TO } from '../mails/mail-sender.ts';
import { notifyStudio } from '../notifications/studio-notifications.ts';
import type { EffectRun } from '../outbox/effects.ts';
import type { Queryable } from '../platform/db/database.ts';
import { formatText } from '../platform/texts.ts';
import { studioAddress } from '../public-studio/studio-address.ts';
import { nameIn } from '../public-studio/names.ts';

const TEXTS = { en, es, ca } as const;

interface LatePayment {
  accountId: string;
  email: string;
  name: string;
  /** Not a name that only the booking form gave. */
  isConfirmed: boolean;
  language: Language;
  amount: number;
  currency: string;
  type: string;
  start: number;
  end: number;
  /** The slot is gone; otherwise nothing was owed any more. */
  isSlot: boolean;
  /** It did not go back after all. */
  hasFailed: boolean;
  studio: string;
  sender: unknown;
  replyTo: string;
  timeZone: string;
}

/** Reads a payment that went back, or did not after all, with the client of its booking, or the contact who pays of its session; undefined without
 * an address. */
async function readLatePayment(db: Queryable, checkoutId: string): Promise<LatePayment | undefined> {
  const [row] = await db.query<LatePayment>(
    `select k.account_id as "accountId", coalesce(k.booking -> 'client' ->> 'email', (
         select p.email from customer_contacts p
         where p.account_id = c.account_id and p.customer_id = c.id and p.pays and p.email <> ''
         order by p.position, p.id limit 1), c.email) as email,
       coalesce(k.booking -> 'client' ->> 'name', c.name, '') as name,
       k.booking -> 'client' ->> 'name' is null and c.unconfirmed_since is null as "isConfirmed",
       x.language, k.amount, k.currency,
       coalesce(${nameIn('y', 'x.language')}, nullif(s.type, ''), ${nameIn('i', 'x.language')}, '') as type, t.start, t.start + t.duration * interval '1 minute' as end,
       o.id is null as "isSlot", k.status = 'refunding' as "hasFailed", a.name as studio, ${MAIL_SENDER} as sender,
       ${REPLY_TO} as "replyTo", a.time_zone as "timeZone"
     from checkouts k join accounts a on a.id = k.account_id
       left join sessions s on s.account_id = k.account_id and s.id = k.session_id
       left join orders o on o.account_id = k.account_id and o.id = coalesce(k.order_id, k.session_id)
       left join galleries i on i.account_id = o.account_id and i.id = o.gallery_id
       left join customers c on c.account_id = o.account_id and c.id = o.customer_id
       left join session_types y on y.account_id = k.account_id
         and y.id = coalesce(s.session_type_id, k.booking ->> 'sessionTypeId')
       cross join lateral (
         select coalesce(k.booking -> 'client' ->> 'language', c.language, a.language) as language) x
       cross join lateral (select coalesce(s.date, to_timestamp((k.booking ->> 'start')::float8 / 1000), o.created_at) as start,
         coalesce(s.duration, y.duration, 0) as duration) t
     where k.id = $1 and k.status in ('refunding', 'refunded') and t.start is not null`,
    [checkoutId],
  );
  return row?.email ? row : undefined;
}

/** Renders the mail to a client whose payment came too late. @param address of the studio (`studioAddress`) */
export function renderLatePayment(row: LatePayment, origin: string, address: string): RenderedMail {
  const { language, studio, timeZone, start, end } = row;
  const values = {
    studio: toSingleLine(studio),
    amount: formatAmount(row.amount, row.currency, language),
  };
  const line = (key: string) => formatText(TEXTS[language], language, `latePayment.${key}`, values);
  const subject = line(row.hasFailed ? 'failedSubject' : 'subject');
  const ofLate = row.isSlot ? 'slot' : 'notDue';
  const why = line(row.hasFailed ? 'failed' : ofLate);
  const session = [
    row.type,
    formatLongDate(start, language, timeZone),
    end > start ? formatTimeRange(start, end, language, timeZone) : '',
  ];
  return renderMail({
    language,
    subject,
    preview: why,
    studio: values.studio,
    sender: readMailSender(row.sender, origin),
    title: subject,
    parts: [
      greet(TEXTS[language].latePayment.greeting, greetingName(toSingleLine(row.name), row.isConfirmed)),
      why,
      session.filter(Boolean).join('\n'),
      ...(row.hasFailed ? [] : [line('back')]),
      ...(row.isSlot && !row.hasFailed ? [{ href: `${address}/book`, label: line('book') }] : []),
    ],
    notes: [],
    address: line('address'),
    foot: [line('reply')],
  });
}

/** Mails the client that their payment came too late and goes back, or that it did not arrive. */
export async function sendLatePaymentMail(run: EffectRun<'late_payment.mail'>): Promise<void> {
  const { id, payload, jobs } = run;
  const row = await readLatePayment(jobs.db, payload.checkoutId);
  if (!row) return;
  const { email: to, studio: fromName, replyTo, language } = row;
  const { accountId } = row;
  const address = await studioAddress(jobs.db, accountId, jobs.appOrigin);
  await deliverMail({
    run,
    mail: { ...renderLatePayment(row, jobs.appOrigin, address), to, fromName, replyTo, language, id },
    accountId,
    // The studio has to tell the client. Of a suppressed address its first notice says so.
    async onFailure(tx, error) {
      const isNew = error === 'mail_refused' || error === 'mail_failed';
      if (isNew) await notifyStudio(tx, { accountId, what: 'payment', checkoutId: payload.checkoutId }, jobs.clock());
    },
  });
}
