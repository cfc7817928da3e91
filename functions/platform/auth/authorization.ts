import { AppError } from '#core/domain/errors.ts';
import { accountId } from '#core/domain/ids.ts';
import type { Role } from '#core/domain/roles.ts';
import { type Queryable, timestamp } from '../db/database.ts';
import type { Identity } from './access-token.ts';

/** What the auth service's own tables say of a token that is otherwise in order. */
interface TokenStatus {
  /** Neither signed out, here or elsewhere, nor over, nor the person banned. */
  isOpen: boolean;
  /** Whether the person has a second factor, and must have shown it. */
  hasFactor: boolean;
}

/** Of the person `$1` in the session `$2` at `$3`. */
const TOKEN_STATUS = `exists (select from auth.sessions s join auth.users u on u.id = s.user_id
     where s.id = $2 and s.user_id = $1 and (s.not_after is null or s.not_after > $3)
       and (u.banned_until is null or u.banned_until <= $3)) as "isOpen",
   exists (select from auth.mfa_factors f where f.user_id = $1 and f.status = 'verified') as "hasFactor"`;

/** The values of `STANDING`. */
function tokenStatusValues({ userId, sessionId }: Identity, now: number): [string, string, Date] {
  return [userId, sessionId, timestamp(now)];
}

/** @throws AppError `session_ended`, `mfa_required` */
function assertActive({ isSecondFactor }: Identity, { isOpen, hasFactor }: TokenStatus): void {
  if (!isOpen) throw new AppError('session_ended');
  if (hasFactor && !isSecondFactor) throw new AppError('mfa_required');
}

/**
 * Asked on every call: an access token alone would go on for an hour after its session was ended.
 * @throws AppError `session_ended`, `mfa_required`
 */
export async function requireSession(db: Queryable, identity: Identity, now: number): Promise<void> {
  const [standing] = await db.query<TokenStatus>(`select ${TOKEN_STATUS}`, tokenStatusValues(identity, now));
  assertActive(identity, standing!);
}

/**
 * For what cannot be taken back by whoever finds a screen unlocked, or a token: the caller has signed in within the
 * hour. By the database's clock, which the auth service writes its rows by.
 * @throws AppError `sign_in_again`
 */
export async function requireRecentSignIn(tx: Queryable, { sessionId }: Identity): Promise<void> {
  const [fresh] = await tx.query(`select from auth.sessions where id = $1 and created_at > now() - interval '1 hour'`, [
    sessionId,
  ]);
  if (!fresh) throw new AppError('sign_in_again');
}

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

/** A person as the auth service knows them at this moment; a token tells of an hour ago. */
export interface AuthUser {
  /** In lower case; empty for those without one. */
  email: string;
  /** Whether the auth service has seen that the e-mail is theirs. */
  isConfirmed: boolean;
  /** What they call themselves, or what stands before the @ of their e-mail. */
  name: string;
}

/** One line of somebody's own choosing, for mails and lists: line breaks would let it pass for more. */
const oneLine = (text: string) => `nullif(btrim(regexp_replace(${text}, '[[:cntrl:][:space:]]+', ' ', 'g')), '')`;

/**
 * Providers tell of `full_name` and `name`; our own sign-up asks for a name.
 * @throws AppError `session_ended` for somebody whose sign-in was deleted
 */
export async function readAuthUser(db: Queryable, userId: string): Promise<AuthUser> {
  const [row] = await db.query<AuthUser>(
    `select lower(coalesce(email, '')) as email, email_confirmed_at is not null as "isConfirmed",
       left(coalesce(${oneLine(`raw_user_meta_data ->> 'full_name'`)}, ${oneLine(`raw_user_meta_data ->> 'name'`)},
         split_part(coalesce(email, ''), '@', 1)), 120) as name
     from auth.users where id = $1`,
    [userId],
  );
  if (!row) throw new AppError('session_ended');
  return row;
}
