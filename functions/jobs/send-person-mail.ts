import { securityNotice } from '#core/domain/person-notices.ts';
import type { EffectRun } from './effect-run.ts';
import { renderSecurityMail } from './person-mail.ts';

/** Tells a person of a change to how they sign in, or that a studio of theirs is closed. Answers go to our own address. */
export async function sendSecurityMail({ id, payload, jobs }: EffectRun<'person.notice'>): Promise<void> {
  // The database's own triggers write them.
  const notice = securityNotice.parse(payload);
  const { language, ...mail } = renderSecurityMail(notice, jobs.appOrigin);
  await jobs.sendMail({ ...mail, to: notice.email, fromName: mail.sender, replyTo: '', language, id });
}
