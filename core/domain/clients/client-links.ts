import { type MailError, type MailFault, mailFault } from '../values/errors.ts';
import { DAY_MS } from '../values/durations.ts';

/** Lifetime of a client link after it was made or last used, in milliseconds. */
export const CLIENT_LINK_MS = 90 * DAY_MS;

/** Links of one client that work at the same time; a further one ends the one that is missed least. */
export const MAX_CLIENT_LINKS = 10;

/** Links that one mutation revokes, and that the client's page lists. */
export const MAX_LISTED_LINKS = 50;

export type ClientLinkState = MailFault | 'sending' | 'sent' | 'copied' | 'opened' | 'expired' | 'revoked';

/** Times of a client link, epoch milliseconds. */
export interface ClientLinkTimes {
  /** Recipient of its mail; empty for a copied link. */
  email: string;
  expiresAt: number;
  sentAt: number | null;
  openedAt: number | null;
  revokedAt: number | null;
  mailError: MailError | null;
}

/** Returns the state of a link as the studio sees it. */
export function clientLinkState(link: ClientLinkTimes, now: number): ClientLinkState {
  if (link.revokedAt !== null) return 'revoked';
  if (link.expiresAt <= now) return 'expired';
  if (link.openedAt !== null) return 'opened';
  if (link.email === '') return 'copied';
  if (link.mailError !== null) return mailFault(link.mailError);
  return link.sentAt === null ? 'sending' : 'sent';
}

/** True while the link opens the client's page, or will once its mail has arrived. */
export const isLinkLive = ({ revokedAt, expiresAt }: Pick<ClientLinkTimes, 'revokedAt' | 'expiresAt'>, now: number) =>
  revokedAt === null && expiresAt > now;
