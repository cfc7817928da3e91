import { recordAction } from './audit.ts';
import type { Tx } from './database.ts';
import { upsertIdentity } from './identities.ts';
import { clearTokens } from './one-time-tokens.ts';
import type { UserRow } from './user-row.ts';
import { updateUser } from './users.ts';

/** Sets a user's phone number, which counts as confirmed if no text message is sent. */
export async function changePhone(tx: Tx, user: UserRow, phone: string): Promise<UserRow> {
  await recordAction(tx, user, 'user_modified');
  await upsertIdentity(tx, user, 'phone', { phone, phone_verified: true });
  await clearTokens(tx, user.id);
  return updateUser(tx, user.id, { phone, phone_confirmed_at: tx.now, is_anonymous: false });
}
