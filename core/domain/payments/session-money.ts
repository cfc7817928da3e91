import { can, type ActorRole } from '../studio/roles.ts';

/**
 * True if the member may see a session's amounts: all sessions, or their own. A session without a photographer may be a
 * former member's, so it counts as another's.
 */
export function canSeeMoneyOf(
  { role, userId }: { role: ActorRole; userId: string },
  { photographerId }: { photographerId: string | null },
): boolean {
  return can(role, 'money.all') || (can(role, 'money.read') && photographerId === userId);
}

/**
 * True if the member may give a client another address. Their links and mails go there, and show the amounts of all of
 * their sessions.
 * @param sessions all sessions of the client
 */
export function mayRedirectClient(
  member: { role: ActorRole; userId: string },
  sessions: readonly { photographerId: string | null }[],
): boolean {
  return sessions.every((session) => canSeeMoneyOf(member, session));
}

/**
 * True if the member may set a client's address to `to`, or merge the client into one with that address.
 * @param to its case does not matter
 */
export function mayHaveEmail(
  member: { role: ActorRole; userId: string },
  { email, sessions }: { email: string; sessions: readonly { photographerId: string | null }[] },
  to: string,
): boolean {
  return to.toLowerCase() === email.toLowerCase() || mayRedirectClient(member, sessions);
}
