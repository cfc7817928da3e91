import { expect } from '@playwright/test';
import type { Message } from '#local/mail/messages.ts';
import { stack } from './stack-address.ts';

interface Wanted {
  /** Number of earlier mails to ignore. */
  after?: number;
  /** Text of the subject, when several mails are on their way. */
  subject?: RegExp;
}

/** Waits for the newest mail to an address. */
export async function mailTo(address: string, { after = 0, subject = /^/ }: Wanted = {}): Promise<Message> {
  let mails: Message[] = [];
  const find = async () => (await mailsTo(address)).filter((mail) => subject.test(mail.subject));
  await expect
    .poll(async () => (mails = await find()).length, { message: `a mail to ${address}`, timeout: 30_000 })
    .toBeGreaterThan(after);
  const newest = mails.toSorted((a, b) => b.date.localeCompare(a.date))[0];
  if (!newest) throw new Error(`no mail to ${address}`);
  return newest;
}

async function mailsTo(address: string): Promise<Message[]> {
  const answer = await fetch(`${stack().mailbox}/messages?to=${encodeURIComponent(address)}`);
  return (await answer.json()) as Message[];
}

/** First link of a mail whose URL contains `part`. */
export function linkIn(mail: Message, part: string): string {
  const link = mail.links.find((href) => href.includes(part));
  if (!link) throw new Error(`no link with ${part} in: ${mail.links.join(', ')}`);
  return link;
}
