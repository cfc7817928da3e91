import { AppError } from '#core/domain/errors.ts';
import { accountId } from '#core/domain/ids.ts';
import type { Role } from '#core/domain/roles.ts';
import type { Identity } from './auth.ts';
import { assertActive, type TokenStatus, TOKEN_STATUS, tokenStatusValues } from './auth-session.ts';
import type { Queryable } from './db.ts';

/** A person in one account. */
export interface Member extends Identity {
  accountId: string;
  role: Role;
}

/**
 * The account that `X-Account-ID` selects: one well-formed id. API Gateway joins a doubled header with a comma, which
 * is refused here like any other invention.
 * @throws AppError `account_required`, `account_header_invalid`.
 */
export function selectedAccount(header: string | undefined): string {
  if (header === undefined || header === '') throw new AppError('account_required');
  if (!accountId.safeParse(header).success) throw new AppError('account_header_invalid');
  return header;
}

/** Read anew on every call: whoever was removed is out at once, however long their token lives. */
export async function findRole(db: Queryable, userId: string, account: string): Promise<Role | null> {
  const [row] = await db.query<{ role: Role }>(
    `select m.role from account_members m join accounts a on a.id = m.account_id
     where m.account_id = $1 and m.user_id = $2 and a.deleted_at is null`,
    [account, userId],
  );
  return row?.role ?? null;
}

/**
 * Session and membership in one question, since every call of a member asks it.
 * @throws AppError `session_ended`, `mfa_required`; `forbidden`, the same for an account that is another's and one that
 * does not exist
 */
export async function requireMember(db: Queryable, identity: Identity, account: string, now: number): Promise<Member> {
  const [found] = await db.query<TokenStatus & { role: Role | null }>(
    `select ${TOKEN_STATUS}, (select m.role from account_members m join accounts a on a.id = m.account_id
       where m.account_id = $4 and m.user_id = $1 and a.deleted_at is null) as role`,
    [...tokenStatusValues(identity, now), account],
  );
  assertActive(identity, found!);
  if (!found?.role) throw new AppError('forbidden');
  return { ...identity, accountId: account, role: found.role };
}
