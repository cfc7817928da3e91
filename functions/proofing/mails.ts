import { formatAmount, formatDay } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { rightsOf } from '#core/domain/clients/contacts.ts';
import { listClosed } from '#core/domain/galleries/pick-rules.ts';
import type { ListStatus } from '#core/domain/galleries/proofing.ts';
import ca from '#locales/ca/mail.json' with { type: 'json' };
import en from '#locales/en/mail.json' with { type: 'json' };
import es from '#locales/es/mail.json' with { type: 'json' };
import { readPayable } from '../checkouts/payable.ts';
import { sendGrantLink } from '../galleries/invite-mail.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { readContacts } from '../outbox/recipients.ts';
import { timestamp } from '../platform/db/database.ts';
import { formatText } from '../platform/texts.ts';
import { addToken, clientLinkHref, insertClientLink } from '../public-studio/client-links.ts';
import { studioAddress } from '../public-studio/studio-address.ts';
import { createSessionLink, sessionLinkHref } from '../sessions/session-links.ts';
import type { SelectionMailKind } from './enqueue-mails.ts';
import { IS_MEMBER } from './lists.ts';

const TEXTS = { en: en.messages, es: es.messages, ca: ca.messages } as const;

interface MailRow {
  grantId: string;
  slug: string;
  galleryId: string;
  selection: string;
  status: ListStatus;
  dueAt: number | null;
  allowAfterDue: boolean;
  photoCount: number;
  extraAmount: number | null;
  currency: string;
  accountId: string;
  /** The order that charges the extra photos, while their payment is pending. */
  orderId: string | null;
  payingSessionId: string | null;
  /** Its client. */
  payerId: string | null;
  /** The recipient, if they are one of the client's contacts. */
  contactId: string | null;
  email: string;
}

/** Mails a person of a selection, if the mail is still true. */
export async function sendSelectionMail({ id, payload, jobs }: EffectRun<'selection.mail'>): Promise<void> {
  const { kind, listId, personId } = payload;
  const now = jobs.clock();
  const [row] = await jobs.db.query<MailRow>(
    `select g.id as "grantId", a.slug, l.gallery_id as "galleryId", l.name as selection, l.status,
       l.due_at as "dueAt", l.allow_after_due as "allowAfterDue",
       coalesce(jsonb_array_length(r.photo_ids), 0) as "photoCount", c.amount as "extraAmount",
       a.currency_code as currency, l.account_id as "accountId", y.order_id as "orderId",
       y.session_id as "payingSessionId", z.id as "payerId", n.id as "contactId", g.email
     from pick_lists l join accounts a on a.id = l.account_id
       join gallery_people p on p.account_id = l.account_id and p.gallery_id = l.gallery_id
       join grants g on g.id = p.grant_id
       left join pick_rounds r on r.list_id = l.id and r.round = l.round
       left join pick_round_charges c on c.list_id = l.id and c.round = l.round
       left join payments y on y.account_id = l.account_id and y.id = c.payment_id and y.status = 'pending'
       left join customers z on z.account_id = l.account_id and z.id = y.customer_id
         and z.deleted_at is null and z.erased_at is null
       left join customer_contacts n on n.account_id = z.account_id and n.customer_id = z.id
         and lower(n.email) = lower(g.email) and n.email <> ''
     where l.id = $1 and p.id = $2 and l.kind = 'selection' and l.deleted_at is null
       and ($4 or ${IS_MEMBER('$3')})`,
    [listId, personId, timestamp(now), kind === 'selection_received'],
  );
  // The list is gone, the person is no longer in it, or it was submitted or locked meanwhile.
  if (!row || (kind !== 'selection_received' && listClosed(row, now))) return;
  const payLink = kind === 'selection_received' ? await createPayLink(jobs, row) : '';
  await sendGrantLink(jobs, {
    id,
    kind,
    grantId: row.grantId,
    redirectTo: `/p/${row.slug}/gallery/${row.galleryId}`,
    mustBeOpen: true,
    values: (language, timeZone) => ({ ...selectionFields(row, kind, language, timeZone), payLink }),
  });
}

/** Returns the link by which the recipient pays the extra photos by card; empty if they do not pay, or nobody can. */
async function createPayLink(
  { db, appOrigin, clock }: EffectRun<'selection.mail'>['jobs'],
  { accountId, orderId, payingSessionId: sessionId, payerId: customerId, contactId, email }: MailRow,
): Promise<string> {
  const now = clock();
  if (orderId === null || (await readPayable(db, accountId, orderId, now)).length === 0) return '';
  if (customerId === null || contactId === null) return '';
  if (!rightsOf(await readContacts(db, accountId, customerId), contactId).pays) return '';
  const address = await studioAddress(db, accountId, appOrigin);
  if (sessionId === null) {
    return db.transaction(async (tx) => {
      const linkId = await insertClientLink(tx, { accountId, customerId, authorId: null, email, contactId }, now);
      return clientLinkHref(address, await addToken(tx, accountId, linkId, now));
    });
  }
  const token = await createSessionLink(db, { accountId, sessionId, contactId, now });
  return token ? sessionLinkHref(address, token) : '';
}

function selectionFields(row: MailRow, kind: SelectionMailKind, language: Language, timeZone: string) {
  const { selection, dueAt, photoCount, extraAmount, currency } = row;
  if (kind !== 'selection_received') {
    // The due time is the end of a day, which may be the first instant of the next.
    return { selection, date: dueAt === null ? '' : formatDay(dueAt - 1, language, timeZone) };
  }
  return {
    selection,
    photos: formatText(TEXTS[language], language, 'photos', { count: photoCount }),
    amount: extraAmount ? formatAmount(extraAmount, currency, language) : '',
  };
}
