import type { Tx } from './database.ts';
import { AuthError } from './errors.ts';
import { findIdentity, type IdentityRow } from './identities.ts';
import type { SocialProfile } from './providers/provider.ts';
import type { UserRow } from './user-row.ts';
import { findEmailHolder, findUserByEmail, lockUser } from './users.ts';

/** The account for a provider's profile; an existing one is locked. */
type LinkingDecision =
  | { kind: 'known'; user: UserRow; identity: IdentityRow }
  | { kind: 'link'; user: UserRow }
  /** `email` is null if another user has it, or there is none. */
  | { kind: 'create'; email: string | null };

/**
 * Decides by the provider's subject, then by the email, which counts only if the provider has confirmed it (or the
 * project confirms every email): merely stating an email must not give access to its account.
 */
export async function decideLinking(
  tx: Tx,
  autoconfirm: boolean,
  provider: string,
  { subject, email }: SocialProfile,
): Promise<LinkingDecision> {
  const identity = await findIdentity(tx, provider, subject);
  const known = identity && (await lockUser(tx, identity.user_id));
  if (known) return { kind: 'known', user: known, identity };

  const address = email?.address.toLowerCase() ?? null;
  if (!email || !address) return { kind: 'create', email: null };
  if (!email.verified && !autoconfirm) {
    return { kind: 'create', email: (await findEmailHolder(tx, address)) ? null : address };
  }
  const holders = await tx.rows<{ user_id: string }>(
    `select distinct user_id from auth.identities where email = $1 and provider not like 'sso:%'`,
    [address],
  );
  if (holders.length > 1) {
    const message = 'Multiple accounts with the same email address in the same linking domain detected: default';
    throw new AuthError(500, 'unexpected_failure', message);
  }
  const [holder] = holders;
  const userId = holder ? holder.user_id : (await findUserByEmail(tx, address))?.id;
  const user = userId === undefined ? null : await lockUser(tx, userId);
  return user ? { kind: 'link', user } : { kind: 'create', email: address };
}
