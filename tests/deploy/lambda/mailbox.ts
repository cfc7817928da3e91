import type { Message } from '#local/mail/messages.ts';
import type { Stage } from './stage.ts';
import { until } from './until.ts';

/** The mail to an address, as soon as it is there. */
export function mailTo({ deployment }: Stage, address: string): Promise<Message> {
  const mailbox = `http://localhost:${deployment.installation.ports.mailbox}`;
  return until('a mail to a guest', async () => {
    const answer = await fetch(`${mailbox}/messages?to=${encodeURIComponent(address)}`);
    return ((await answer.json()) as Message[])[0];
  });
}

/** The token in an invitation's link; it may not be logged either. */
export function tokenIn(stage: Stage, { links }: Message): string {
  const [token] = links.flatMap((link) => new URL(link).searchParams.get('token') ?? []);
  if (!token) throw new Error('the mail has no link with a token');
  stage.mustNotBeLogged(token);
  return token;
}
