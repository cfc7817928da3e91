import type { Message } from '#local/mail/messages.ts';
import { SECOND_MS } from '#core/domain/values/durations.ts';

type Mail = Pick<Message, 'to' | 'messageId'>;

/** All mails that ever arrived. */
export interface Mails {
  all(): Promise<readonly Mail[]>;
  close(): void;
}

/** The mailbox keeps the 500 latest; far fewer arrive in this time. */
const LOOK_MS = 20 * SECOND_MS;

/** Collects the mails of a mailbox, which deletes the oldest. @param mailbox its address */
export function collectMails(mailbox: string): Mails {
  const mails = new Map<string, Mail>();
  const look = async () => {
    const found = (await (await fetch(`${mailbox}/messages`)).json()) as Message[];
    for (const { id, to, messageId } of found) mails.set(id, { to, messageId });
  };
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
  return {
    async all() {
      await look();
      return [...mails.values()];
    },
    close: () => clearInterval(timer),
  };
}
