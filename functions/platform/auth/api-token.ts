import { crc32 } from 'node:zlib';
import type { Endpoint } from '#core/api/endpoint.ts';
import { AppError } from '#core/domain/values/errors.ts';
import {
  INTEGRATION_CAPABILITY,
  type Scope,
  TOKEN_CHECKSUM_LETTERS,
  TOKEN_PATTERN,
  TOKEN_RANDOM_LETTERS,
} from '#core/domain/studio/integrations.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { ALPHABET } from '#core/domain/values/make-id.ts';
import { can, type Role } from '#core/domain/studio/roles.ts';
import { studioAccess, type StudioFacts } from '#core/domain/studio/studio-access.ts';
import { type Queryable, timestamp } from '../db/database.ts';
import { networkPrefix } from '../http/network-prefix.ts';
import { limitAttempts } from '../http/rate-limit.ts';
import { STUDIO_FACTS } from '../studio-facts.ts';
import { type Actor, selectedAccount } from './authorization.ts';
import { hashToken, random } from './secrets.ts';

/** Networks that are recorded; `api_tokens.networks` holds no more. */
const MAX_NETWORKS = 10;

/** Returns a new token: `alb_`, 160 random bits, checksum. */
export function makeApiToken(): string {
  const letters = makeId(random, TOKEN_RANDOM_LETTERS);
  return `alb_${letters}${checksum(letters)}`;
}

/** CRC-32 in base 32: recognises typing errors and strings that only look like tokens, without the database. */
function checksum(letters: string): string {
  let rest = crc32(letters);
  let text = '';
  for (let i = 0; i < TOKEN_CHECKSUM_LETTERS; i++) {
    text = ALPHABET[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** True if the checksum is right. */
export function isApiToken(token: string): boolean {
  const letters = token.slice('alb_'.length, 'alb_'.length + TOKEN_RANDOM_LETTERS);
  return new RegExp(`^${TOKEN_PATTERN.source}$`).test(token) && token.endsWith(checksum(letters));
}

/** Returns the token of an `Authorization: Bearer alb_…` header, or null; it may be wrong. */
export function bearerApiToken(authorization: string | undefined): string | null {
  return /^Bearer (alb_\S{1,200})$/i.exec(authorization ?? '')?.[1] ?? null;
}

/** Throws if an address contains a token: addresses are logged by servers on the way. */
export function refuseTokensIn(query: URLSearchParams): void {
  for (const [name, value] of query) {
    if (TOKEN_PATTERN.test(name) || TOKEN_PATTERN.test(value)) throw new AppError('token_in_url');
  }
}

interface TokenCall {
  endpoint: Endpoint;
  account: string | undefined;
  viewerIp: string;
  now: number;
}

interface TokenRow extends StudioFacts {
  id: string;
  accountId: string;
  userId: string;
  scopes: Scope[];
  galleryId: string | null;
  networks: string[];
  role: Role;
}

/**
 * Authorises a call by token: it acts as its creator, within its scopes, while the creator may manage integrations.
 * @throws AppError `token_invalid` alike for wrong, unknown, expired and revoked tokens; `forbidden` for an endpoint
 *   without a scope and for another account; `scope_missing`, `rate_limited`
 */
export async function authorizeToken(
  db: Queryable,
  token: string,
  { endpoint, account, viewerIp, now }: TokenCall,
): Promise<Actor> {
  if (!isApiToken(token)) throw new AppError('token_invalid');
  const [found] = await db.query<TokenRow>(
    `select t.id, t.account_id as "accountId", t.user_id as "userId", t.scopes, t.gallery_id as "galleryId", t.networks, m.role,
       ${STUDIO_FACTS} from api_tokens t
       join account_members m on m.account_id = t.account_id and m.user_id = t.user_id
       join accounts a on a.id = t.account_id
     where t.token_hash = $1 and t.revoked_at is null and t.expires_at > $2 and a.deleted_at is null
       and not exists (select from auth_user(t.user_id) u where u.banned_until > $2)`,
    [hashToken(token), timestamp(now)],
  );
  if (!found || !can(found.role, INTEGRATION_CAPABILITY)) {
    await limitAttempts(db, 'api-misses', { network: viewerIp }, now);
    throw new AppError('token_invalid');
  }
  const { id, accountId, userId, role, scopes, galleryId } = found;
  await limitAttempts(db, 'api-calls', { token: id }, now);
  if (account !== undefined && selectedAccount(account) !== accountId) throw new AppError('forbidden');
  const { scope } = endpoint;
  if (scope === undefined) throw new AppError('forbidden');
  if (scope !== 'any' && !scopes.includes(scope)) throw new AppError('scope_missing', { scope });
  await recordUse(db, found, networkPrefix(viewerIp), now);
  return { accountId, userId, role, access: studioAccess(found), scopes, galleryId };
}

/** The validated parts of a call. */
interface CallParts {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Checks what only the parts of a token's call tell: the permission for its body, and its gallery. A token of one
 * gallery reaches what names this gallery, and nothing that names none, even with the permission for it.
 * @throws AppError `scope_missing`; `forbidden` for an endpoint of the whole studio; `not_found` alike for other
 *   galleries and unknown ones
 */
export async function authorizeTokenCall(
  db: Queryable,
  { accountId, scopes = [], galleryId }: Actor,
  { scope, bodyScope }: Endpoint,
  parts: CallParts,
): Promise<void> {
  if (bodyScope?.isNeeded(parts.body as never) && !scopes.includes(bodyScope.scope)) {
    throw new AppError('scope_missing', { scope: bodyScope.scope });
  }
  if (!galleryId || scope === 'any') return;
  const named = await namedGalleries(db, accountId, parts);
  if (named.length === 0) throw new AppError('forbidden');
  if (named.some((one) => one !== galleryId)) throw new AppError('not_found');
}

/** Returns the galleries that a call names, also by a selection; null for a selection that the account does not have. */
async function namedGalleries(db: Queryable, accountId: string, parts: CallParts): Promise<(string | null)[]> {
  const fields = [parts.params, parts.query, parts.body].map((part) => (part ?? {}) as Record<string, unknown>);
  const named: (string | null)[] = fields.flatMap(({ galleryId }) =>
    typeof galleryId === 'string' ? [galleryId] : [],
  );
  const selections = fields.flatMap(({ selectionId }) => (typeof selectionId === 'string' ? [selectionId] : []));
  for (const id of selections) {
    const [row] = await db.query<{ galleryId: string }>(
      'select gallery_id as "galleryId" from pick_lists where account_id = $1 and id = $2',
      [accountId, id],
    );
    named.push(row?.galleryId ?? null);
  }
  return named;
}

/** Notes the time of use at most once a minute, and each of the first networks. */
async function recordUse(db: Queryable, { id, networks }: TokenRow, network: string, now: number): Promise<void> {
  const isNew = !networks.includes(network) && networks.length < MAX_NETWORKS;
  await db.query(
    isNew
      ? `update api_tokens set last_used_at = $2, networks = networks || to_jsonb($3::text)
         where id = $1 and not networks ? $3 and jsonb_array_length(networks) < ${MAX_NETWORKS}`
      : `update api_tokens set last_used_at = $2
         where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')`,
    isNew ? [id, timestamp(now), network] : [id, timestamp(now)],
  );
}
