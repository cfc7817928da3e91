import { AppError } from '#core/domain/values/errors.ts';
import { accountId } from '#core/domain/values/ids.ts';
import type { Scope } from '#core/domain/studio/integrations.ts';
import type { ActorRole, Role } from '#core/domain/studio/roles.ts';
import { studioAccess, type StudioAccess, type StudioFacts } from '#core/domain/studio/studio-access.ts';
import { type Queryable, timestamp } from '../db/database.ts';
import { STUDIO_FACTS } from '../studio-facts.ts';
import type { Identity } from './access-token.ts';

/** State of a valid token in the auth service's tables. */
interface TokenStatus {
  /** The session exists and has not expired, and the user is not banned. */
  isOpen: boolean;
  /** True if the user has a second factor, which the session must have verified. */
  hasFactor: boolean;
}

/** SQL: the status of user `$1` in session `$2` at `$3`, first its columns, then the table expression that returns it. */
const STATUS_COLUMNS = 's.is_open as "isOpen", s.has_factor as "hasFactor"';
const TOKEN_STATUS = 'auth_token_status($1, $2, $3) s';

/** Returns the values of `TOKEN_STATUS`. */
function tokenStatusValues({ userId, sessionId }: Identity, now: number): [string, string, Date] {
  return [userId, sessionId, timestamp(now)];
}

/** @throws AppError `session_ended`, `mfa_required` */
function assertActive({ isSecondFactor }: Identity, { isOpen, hasFactor }: TokenStatus): void {
  if (!isOpen) throw new AppError('session_ended');
  if (hasFactor && !isSecondFactor) throw new AppError('mfa_required');
}

/**
 * Checks the session on every call: an access token alone would stay valid for an hour after its session ended.
 * @throws AppError `session_ended`, `mfa_required`
 */
export async function requireSession(db: Queryable, identity: Identity, now: number): Promise<void> {
  const [status] = await db.query<TokenStatus>(
    `select ${STATUS_COLUMNS} from ${TOKEN_STATUS}`,
    tokenStatusValues(identity, now),
  );
  assertActive(identity, status!);
}

/**
 * Requires a sign-in within the last hour, so that a stolen token or an unlocked screen is not enough for irreversible
 * actions. Within a day after a new password or a linked provider, which such a token can add, only a mailed code counts.
 * Uses the database clock, like the auth service's rows.
 * @throws AppError `recent_sign_in_required`, with `mail` if only a mailed code counts
 */
export async function requireRecentSignIn(tx: Queryable, { userId, sessionId }: Identity): Promise<void> {
  const [session] = await tx.query<{ isRecent: boolean; isProven: boolean; needsMail: boolean }>(
    `select is_recent as "isRecent", is_proven as "isProven", needs_mail as "needsMail" from auth_session_proof($1, $2)`,
    [userId, sessionId],
  );
  if (session?.isRecent && session.isProven) return;
  throw new AppError('recent_sign_in_required', session?.needsMail ? { mail: true } : {});
}

/** The caller in an account: a member, or an API token for the member who created it. */
export interface Actor {
  accountId: string;
  userId: string;
  role: ActorRole;
  /** What the studio may do now. */
  access: StudioAccess;
  /** Scopes of an API token; absent for a signed-in member. */
  scopes?: readonly Scope[];
  /** The only gallery of an API token; null for all, absent for a signed-in member. */
  galleryId?: string | null;
}

/** A signed-in user in one account. */
export interface Member extends Identity, Actor {}

/**
 * Returns the account id of the `X-Account-ID` header. API Gateway joins repeated headers with a comma, which is
 * rejected like any malformed id.
 * @throws AppError `account_required`, `account_header_invalid`
 */
export function selectedAccount(header: string | undefined): string {
  if (header === undefined || header === '') throw new AppError('account_required');
  if (!accountId.safeParse(header).success) throw new AppError('account_header_invalid');
  return header;
}

/** Returns the user's current role and what the studio may do, or null. Read on every call: a removed member loses access immediately. */
export async function findMembership(
  db: Queryable,
  userId: string,
  account: string,
): Promise<{ role: Role; access: StudioAccess } | null> {
  const [row] = await db.query<StudioFacts & { role: Role }>(
    `select m.role, ${STUDIO_FACTS} from account_members m join accounts a on a.id = m.account_id
     where m.account_id = $1 and m.user_id = $2 and a.deleted_at is null`,
    [account, userId],
  );
  return row ? { role: row.role, access: studioAccess(row) } : null;
}

/** Returns the user's current role, or null. */
export async function findRole(db: Queryable, userId: string, account: string): Promise<Role | null> {
  return (await findMembership(db, userId, account))?.role ?? null;
}

/** Returns the account of a user who is in one account only, otherwise null. */
export async function findOnlyAccount(db: Queryable, userId: string): Promise<string | null> {
  const [one, another] = await db.query<{ id: string }>(
    `select m.account_id as id from account_members m join accounts a on a.id = m.account_id
     where m.user_id = $1 and a.deleted_at is null limit 2`,
    [userId],
  );
  return one && !another ? one.id : null;
}

/**
 * Checks session and membership in one query, because every member call needs both.
 * The operator's support is let in for an allowed visit, with a second factor.
 * @throws AppError `session_ended`, `mfa_required`; `forbidden` alike for a foreign and an unknown account
 */
export async function requireMember(db: Queryable, identity: Identity, account: string, now: number): Promise<Member> {
  const [found] = await db.query<TokenStatus & StudioFacts & { role: ActorRole | null }>(
    `select ${STATUS_COLUMNS}, m.* from ${TOKEN_STATUS} left join lateral (
       select m.role, ${STUDIO_FACTS} from account_members m join accounts a on a.id = m.account_id
       where m.account_id = $4 and m.user_id = $1 and a.deleted_at is null
       union all select 'support', ${STUDIO_FACTS} from support_visits v join accounts a on a.id = v.account_id
       where v.account_id = $4 and v.user_id = $1 and v.ended_at is null and v.until > $3 and a.deleted_at is null
       limit 1) m on true`,
    [...tokenStatusValues(identity, now), account],
  );
  assertActive(identity, found!);
  if (!found?.role || (found.role === 'support' && !identity.isSecondFactor)) throw new AppError('forbidden');
  return { ...identity, accountId: account, role: found.role, access: studioAccess(found) };
}

/** A user's current data in the auth service; a token may be an hour old. */
export interface AuthUser {
  /** Lower case; empty if there is none. */
  email: string;
  /** True if the auth service has confirmed the email. */
  isConfirmed: boolean;
  /** Display name, or the local part of the email. */
  name: string;
}

/** SQL: a user-provided text as one line for mails and lists, because line breaks could fake other content. */
const oneLine = (text: string) => `nullif(btrim(regexp_replace(${text}, '[[:cntrl:][:space:]]+', ' ', 'g')), '')`;

/**
 * Providers set `full_name` and `name`; our own sign-up asks for a name.
 * @throws AppError `session_ended` for a deleted user
 */
export async function readAuthUser(db: Queryable, userId: string): Promise<AuthUser> {
  const [row] = await db.query<AuthUser>(
    `select lower(coalesce(email, '')) as email, email_confirmed_at is not null as "isConfirmed",
       left(coalesce(${oneLine(`raw_user_meta_data ->> 'full_name'`)}, ${oneLine(`raw_user_meta_data ->> 'name'`)},
         split_part(coalesce(email, ''), '@', 1)), 120) as name
     from auth_user($1)`,
    [userId],
  );
  if (!row) throw new AppError('session_ended');
  return row;
}
