import { type RenderedMail, renderMail } from '#core/domain/messages/mail-layout.ts';
import { greet, toSingleLine } from '#core/domain/messages/message-templates.ts';
import type { Language } from '#core/domain/values/languages.ts';
import ca from '#locales/ca/report.json' with { type: 'json' };
import en from '#locales/en/report.json' with { type: 'json' };
import es from '#locales/es/report.json' with { type: 'json' };
import { deliverMail } from '../mails/deliver.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { formatText } from '../platform/texts.ts';

const TEXTS = { en, es, ca } as const;

export interface NoticeMail {
  what: 'receipt' | 'acted' | 'rejected';
  /** The notice's number. */
  id: string;
  language: Language;
  name: string;
  urls: readonly string[];
  /** The reasons of a decision. */
  statement: string;
}

/**
 * Renders the receipt of a notice, or what was decided, with the ways to object. A receipt is sent before the notice is
 * read, and its address may be a stranger's: the receipt repeats nothing that was typed.
 */
export function renderNoticeMail({
  what,
  id,
  language,
  name,
  urls,
  statement,
}: NoticeMail): RenderedMail & { sender: string } {
  const say = (key: string, values: Readonly<Record<string, string>> = {}) =>
    formatText(TEXTS[language], language, key, values);
  const sender = say('mail.sender');
  const subject = say(`mail.${what}.subject`);
  const isReceipt = what === 'receipt';
  const text = say(`mail.${what}.text`, { number: id });
  const parts = [
    greet(TEXTS[language].mail.greeting, isReceipt ? '' : toSingleLine(name)),
    text,
    ...(isReceipt
      ? [say('mail.next')]
      : [urls.join('\n'), say('mail.reason', { reason: statement }), say('mail.redress')]),
  ];
  const layout = { language, subject, preview: text, studio: sender, title: subject, parts };
  return { sender, ...renderMail({ ...layout, notes: [], address: '', foot: [say('mail.foot')] }) };
}

export async function sendNoticeMail(run: EffectRun<'notice.mail'>): Promise<void> {
  const { id, payload, jobs } = run;
  const [row] = await jobs.db.query<
    Omit<NoticeMail, 'what'> & { email: string; decision: 'acted' | 'rejected' | null }
  >(`select id, language, name, urls, statement, email, decision from notices where id = $1 and email <> ''`, [
    payload.noticeId,
  ]);
  if (!row) return;
  const what = payload.what === 'receipt' ? 'receipt' : row.decision;
  if (what === null) return;
  const { sender, ...mail } = renderNoticeMail({ ...row, what });
  const { language } = row;
  await deliverMail({
    run,
    mail: { ...mail, to: row.email, fromName: sender, replyTo: '', language, id },
    accountId: null,
  });
}
