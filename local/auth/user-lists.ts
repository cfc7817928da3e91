import type { Tx } from './database.ts';
import type { UserRow } from './user-row.ts';
import { AUDIENCE } from './users.ts';

export type UserListRequest = { page: number; perPage: number; filter: string };

/** Returns one page of users, newest first, and the total; `filter` matches email and full name. */
export async function listUsers(
  tx: Tx,
  { page, perPage, filter }: UserListRequest,
): Promise<{ users: UserRow[]; total: number }> {
  const where = `aud = $1 and ($2 = '' or strpos(email, $2) > 0
    or strpos(lower(raw_user_meta_data ->> 'full_name'), lower($2)) > 0)`;
  const [count] = await tx.rows<{ total: number }>(`select count(*)::int as total from auth.users where ${where}`, [
    AUDIENCE,
    filter,
  ]);
  const users = await tx.rows<UserRow>(
    `select * from auth.users where ${where} order by created_at desc, id limit $3 offset $4::bigint`,
    [AUDIENCE, filter, perPage, (page - 1) * perPage],
  );
  return { users, total: count?.total ?? 0 };
}
