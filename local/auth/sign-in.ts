import type { Tx } from './database.ts';
import { insertRefreshToken } from './refresh-tokens.ts';
import type { AuthServices } from './services.ts';
import { insertSession, type AuthenticationMethod, type ClientInfo } from './sessions.ts';
import { issueTokens, type AuthSession } from './tokens.ts';
import type { UserRow } from './user-row.ts';
import { updateUser } from './users.ts';

/** Creates a new session with its first tokens. */
export async function signIn(
  services: AuthServices,
  tx: Tx,
  user: UserRow,
  method: AuthenticationMethod,
  client: ClientInfo,
): Promise<AuthSession> {
  const session = await insertSession(tx, user.id, method, client);
  const refreshToken = await insertRefreshToken(tx, session, null);
  const signedIn = await updateUser(tx, user.id, { last_sign_in_at: tx.now });
  await tx.rows('update auth.identities set last_sign_in_at = $2 where user_id = $1', [user.id, tx.now]);
  return issueTokens(services, tx, signedIn, session, refreshToken);
}
