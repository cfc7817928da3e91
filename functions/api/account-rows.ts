import type { Account } from '#core/domain/accounts.ts';
import { AppError } from '#core/domain/errors.ts';
import type { Queryable } from '../lib/db.ts';

const ACCOUNT = `a.id, a.name, a.slug, a.language, a.time_zone as "timeZone", a.date_format as "dateFormat", a.currency_code as currency,
  a.settings, a.created_at as "createdAt", me.role,
  (select jsonb_agg(jsonb_build_object('userId', m.user_id, 'role', m.role, 'name', m.name, 'email', m.email)
     order by m.created_at, m.user_id) from account_members m where m.account_id = a.id) as members`;

/** The accounts that a person belongs to, or the one of them that is named. */
export async function readAccounts(db: Queryable, userId: string, accountId: string | null = null): Promise<Account[]> {
  return db.query<Account>(
    `select ${ACCOUNT} from accounts a join account_members me on me.account_id = a.id and me.user_id = $1
     where a.deleted_at is null and ($2::text is null or a.id = $2) order by a.name, a.id`,
    [userId, accountId],
  );
}

/** @throws AppError `not_found`, for an account that the person does not belong to alike. */
export async function readAccount(db: Queryable, userId: string, accountId: string): Promise<Account> {
  const [account] = await readAccounts(db, userId, accountId);
  if (!account) throw new AppError('not_found');
  return account;
}
