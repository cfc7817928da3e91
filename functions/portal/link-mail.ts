import { greetingName } from '#core/domain/clients/customers.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { readMailSender } from '#core/domain/messages/mail-layout.ts';
import { renderMessage } from '#core/domain/messages/message-templates.ts';
import ca from '#locales/ca/mail.json' with { type: 'json' };
import en from '#locales/en/mail.json' with { type: 'json' };
import es from '#locales/es/mail.json' with { type: 'json' };
import { recordClientMail } from '../mails/client-mails.ts';
import { deliverMail } from '../mails/deliver.ts';
import { MAIL_SENDER, REPLY_TO } from '../mails/mail-sender.ts';
import { notifyStudio } from '../notifications/studio-notifications.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { timestamp } from '../platform/db/database.ts';
import { IS_OPEN } from '../platform/studio-facts.ts';
import { addToken, clientLinkHref } from '../public-studio/client-links.ts';
import { studioAddress } from '../public-studio/studio-address.ts';

const TEXTS = { en: en.messages, es: es.messages, ca: ca.messages } as const;

interface LinkRow {
  accountId: string;
  authorId: string | null;
  customerId: string;
  email: string;
  clientName: string;
  isConfirmed: boolean;
  studio: string;
  language: Language;
  replyTo: string;
  sender: unknown;
  template: { subject: string; body: string } | null;
}

/** Mails a client link. Creates the token here; a retry creates a second one, and both work. */
export async function sendClientLink({
  id,
  payload: { linkId, network },
  jobs,
}: EffectRun<'client_link.mail'>): Promise<void> {
  const { db, appOrigin } = jobs;
  const now = jobs.clock();
  const [row] = await db.query<LinkRow>(
    `select k.account_id as "accountId", k.author_id as "authorId", k.email, c.id as "customerId",
       coalesce(nullif(p.name, ''), c.name) as "clientName", c.unconfirmed_since is null as "isConfirmed", a.name as studio,
       x.language, ${MAIL_SENDER} as sender,
       ${REPLY_TO} as "replyTo",
       case when t.kind is not null then json_build_object('subject', t.subject, 'body', t.body) end as template
     from client_links k join customers c on c.account_id = k.account_id and c.id = k.customer_id
       join accounts a on a.id = k.account_id
       left join customer_contacts p on p.account_id = k.account_id and p.id = k.contact_id
       cross join lateral (select coalesce(p.language, c.language, a.language) as language) x
       left join mail_templates t on t.account_id = a.id and t.kind = 'client_link' and t.language = x.language
     where k.id = $1 and k.email <> '' and k.revoked_at is null and k.expires_at > $2
       and c.deleted_at is null and c.erased_at is null and ${IS_OPEN}`,
    [linkId, timestamp(now)],
  );
  // The link was revoked, its client erased, or the studio suspended, while the mail was pending.
  if (!row) return;
  const { accountId, language, studio, template } = row;
  const client = greetingName(row.clientName, row.isConfirmed);
  const address = await studioAddress(db, accountId, appOrigin);
  const link = clientLinkHref(address, await addToken(db, accountId, linkId, now));
  const mail = renderMessage({
    kind: 'client_link',
    language,
    texts: TEXTS[language],
    template,
    values: { client, studio, link },
    sender: readMailSender(row.sender, appOrigin),
  });
  const listed = {
    accountId,
    customerId: row.customerId,
    kind: 'client_link' as const,
    email: row.email,
    language,
    mailId: id,
  };
  await deliverMail({
    run: { id, jobs },
    mail: { ...mail, to: row.email, fromName: studio, replyTo: row.replyTo, language, id },
    accountId,
    cause: row.authorId === null ? { email: row.email, network } : undefined,
    subject: { kind: 'client_link', id: linkId },
    async onSent(tx) {
      await tx.query('update client_links set sent_at = coalesce(sent_at, $2), mail_error = null where id = $1', [
        linkId,
        timestamp(now),
      ]);
      await recordClientMail(tx, listed, now);
    },
    async onFailure(tx, error) {
      await recordClientMail(tx, { ...listed, error }, now);
      await tx.query('update client_links set mail_error = $2 where id = $1', [linkId, error]);
      // A mistyped address of a stranger's request is nobody's business.
      if (row.authorId) await notifyStudio(tx, { accountId, what: 'failedMail', linkId }, now);
    },
  });
}
