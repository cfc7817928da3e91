import type { Message } from '#local/mail/messages.ts';
import type { Stage } from './stage.ts';
import { until } from './until.ts';

/** Waits for the mail to an address. */
export function mailTo({ deployment }: Stage, address: string): Promise<Message> {
  const mailbox = `http://localhost:${deployment.installation.ports.mailbox}`;
  return until('a mail to a guest', async () => {
    const answer = await fetch(`${mailbox}/messages?to=${encodeURIComponent(address)}`);
    return ((await answer.json()) as Message[])[0];
  });
}

/** The token in a mail's link: an invitation's, or one in the fragment; logs may not contain it either. */
export function tokenIn(stage: Stage, { links }: Message): string {
  const [token] = links.flatMap((link) => {
    const { searchParams, hash } = new URL(link);
    return searchParams.get('token') ?? new URLSearchParams(hash.slice(1)).get('adopt') ?? [];
  });
  if (!token) throw new Error('the mail has no link with a token');
  stage.mustNotBeLogged(token);
  return token;
}
