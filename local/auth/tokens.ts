import type { Tx } from './database.ts';
import type { AuthServices } from './services.ts';
import { assuranceLevel, listProofs, type SessionRow } from './sessions.ts';
import type { UserRow } from './user-row.ts';
import { presentUser, type UserJson } from './users.ts';

/** A signed-in client's tokens; `expires_in` and `expires_at` in seconds. */
export type AuthSession = {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: UserJson;
};

/** Returns a new access token together with the given refresh token. */
export async function issueTokens(
  services: AuthServices,
  tx: Tx,
  user: UserRow,
  session: SessionRow,
  refreshToken: string,
): Promise<AuthSession> {
  const { externalUrl, tokenLifetimeSeconds } = services.settings;
  const issuedAt = Math.floor(tx.now.getTime() / 1_000);
  const expiresAt = issuedAt + tokenLifetimeSeconds;
  const amr = await listProofs(tx, session.id);
  const accessToken = await services.keys.sign({
    iss: `${externalUrl}/auth/v1`,
    sub: user.id,
    aud: user.aud,
    exp: expiresAt,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: user.role,
    aal: assuranceLevel(amr),
    amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  });
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: tokenLifetimeSeconds,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: await presentUser(tx, user),
  };
}
