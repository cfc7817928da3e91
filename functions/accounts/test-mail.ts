import { accounts } from '#core/api/accounts.ts';
import { readMailSender } from '#core/domain/messages/mail-layout.ts';
import { assertKnownFields, renderMessage } from '#core/domain/messages/message-templates.ts';
import { sampleFields } from '#core/domain/messages/sample-mail.ts';
import caMail from '#locales/ca/mail.json' with { type: 'json' };
import caMails from '#locales/ca/mails.json' with { type: 'json' };
import enMail from '#locales/en/mail.json' with { type: 'json' };
import enMails from '#locales/en/mails.json' with { type: 'json' };
import esMail from '#locales/es/mail.json' with { type: 'json' };
import esMails from '#locales/es/mails.json' with { type: 'json' };
import { deliverMail } from '../mails/deliver.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { MAIL_SENDER } from '../mails/mail-sender.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';
import { studioAddress } from '../public-studio/studio-address.ts';

const TEXTS = { en: enMail.messages, es: esMail.messages, ca: caMail.messages } as const;
const SAMPLES = { en: enMails.sample, es: esMails.sample, ca: caMails.sample } as const;

export const testMail = defineHandler(accounts.testMail, async ({ services, caller, body: template }) => {
  assertKnownFields(template);
  const { accountId, userId } = caller;
  const now = services.clock();
  await limitAttempts(services.db, 'test-mails', { user: userId }, now);
  await services.db.transaction((tx) =>
    enqueue(tx, accountId, 'mail.test', { accountId, userId, template }, now, { dedupeKey: `test-mail:${userId}` }),
  );
  return { body: {} };
});

interface MemberRow {
  email: string;
  name: string;
  slug: string;
  timeZone: string;
  currency: string;
  sender: unknown;
}

/** Mails a template with sample values to a member. */
export async function sendTestMail(run: EffectRun<'mail.test'>): Promise<void> {
  const { id, payload, jobs } = run;
  const { template } = payload;
  const { kind, language } = template;
  const [row] = await jobs.db.query<MemberRow>(
    `select m.email, a.name, a.time_zone as "timeZone", a.currency_code as currency, ${MAIL_SENDER} as sender
     from account_members m join accounts a on a.id = m.account_id
     where m.account_id = $1 and m.user_id = $2 and m.email <> '' and a.deleted_at is null`,
    [payload.accountId, payload.userId],
  );
  // The member has left the studio.
  if (!row) return;
  const studio = { ...row, page: await studioAddress(jobs.db, payload.accountId, jobs.appOrigin) };
  const values = sampleFields(kind, language, SAMPLES[language], studio, jobs.clock());
  const sender = readMailSender(row.sender, jobs.appOrigin);
  const mail = renderMessage({ kind, language, texts: TEXTS[language], template, values, sender });
  await deliverMail({
    run,
    mail: { ...mail, to: row.email, fromName: row.name, replyTo: row.email, language, id },
    accountId: payload.accountId,
  });
}
