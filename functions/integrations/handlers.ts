import { createHash } from 'node:crypto';
import { integrations } from '#core/api/integrations.ts';
import { openApiDocument } from '#core/api/openapi.ts';
import type { ApiToken } from '#core/api/tokens.ts';
import { MAX_API_TOKENS, maxTokenExpiry, TOKEN_PREFIX_LETTERS } from '#core/domain/studio/integrations.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { makeApiToken } from '../platform/auth/api-token.ts';
import { hashToken, random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { recordSecurityEvent } from '../security/security-events.ts';

export * from './v1-handlers.ts';
export * from './webhook-handlers.ts';

/** Live tokens of account `$1` at `$2`. */
async function readTokens(db: Queryable, accountId: string, now: number): Promise<ApiToken[]> {
  return db.query<ApiToken>(
    `select t.id, t.name, t.prefix, t.scopes,
       case when g.id is not null then json_build_object('id', g.id, 'name', g.name) end as gallery, coalesce(nullif(m.name, ''), m.email) as "createdBy",
       t.created_at as "createdAt", t.expires_at as "expiresAt", t.last_used_at as "lastUsedAt"
     from api_tokens t join account_members m on m.account_id = t.account_id and m.user_id = t.user_id
       left join galleries g on g.account_id = t.account_id and g.id = t.gallery_id
     where t.account_id = $1 and t.revoked_at is null and t.expires_at > $2 order by t.created_at desc, t.id`,
    [accountId, timestamp(now)],
  );
}

export const listTokens = defineHandler(integrations.listTokens, async ({ services, caller }) => ({
  body: { tokens: await readTokens(services.db, caller.accountId, services.clock()) },
}));

export const createToken = defineHandler(integrations.createToken, async ({ services, caller, body }) => {
  const now = services.clock();
  const { accountId, userId } = caller;
  if (body.expiresAt <= now || body.expiresAt > maxTokenExpiry(now)) {
    throw new AppError('validation_failed', { field: 'expiresAt' });
  }
  const token = makeApiToken();
  const id = makeId(random);
  const created = await services.db.transaction(async (tx) => {
    // Serialise creations, so that concurrent ones respect the limit.
    await tx.query('select from accounts where id = $1 for no key update', [accountId]);
    if ((await readTokens(tx, accountId, now)).length >= MAX_API_TOKENS) {
      throw new AppError('limit_reached', { max: MAX_API_TOKENS });
    }
    if (body.galleryId !== null) {
      const held = 'select from galleries where account_id = $1 and id = $2 and deleted_at is null for key share';
      const [gallery] = await tx.query(held, [accountId, body.galleryId]);
      if (!gallery) throw new AppError('not_found', { field: 'galleryId' });
    }
    await tx.query(
      `insert into api_tokens (id, account_id, user_id, name, token_hash, prefix, scopes, gallery_id, created_at,
         expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        id,
        accountId,
        userId,
        body.name,
        hashToken(token),
        token.slice(0, TOKEN_PREFIX_LETTERS),
        JSON.stringify(body.scopes),
        body.galleryId,
        timestamp(now),
        timestamp(body.expiresAt),
      ],
    );
    const event = {
      accountId,
      kind: 'api_token_created',
      actor: { userId },
      details: { integration: body.name },
    } as const;
    await recordSecurityEvent(tx, event, now);
    return (await readTokens(tx, accountId, now)).find((one) => one.id === id)!;
  });
  return { body: { token, created } };
});

export const revokeToken = defineHandler(integrations.revokeToken, async ({ services, caller, params }) => {
  const now = services.clock();
  const { accountId, userId } = caller;
  await services.db.transaction(async (tx) => {
    const [revoked] = await tx.query<{ name: string }>(
      `update api_tokens set revoked_at = $3 where account_id = $1 and id = $2 and revoked_at is null returning name`,
      [accountId, params.tokenId, timestamp(now)],
    );
    if (!revoked) throw new AppError('not_found');
    const details = { integration: revoked.name };
    await recordSecurityEvent(tx, { accountId, kind: 'api_token_revoked', actor: { userId }, details }, now);
  });
  return { body: {} };
});

let document: { origin: string; json: string; etag: string } | null = null;

/** The same for everybody, so it is made once for each process. */
function documentOf(origin: string) {
  if (document?.origin !== origin) {
    const json = JSON.stringify(openApiDocument(origin));
    document = { origin, json, etag: `"${createHash('sha256').update(json).digest('base64url')}"` };
  }
  return document;
}

export const openapi = defineHandler(integrations.openapi, async ({ services, request }) => {
  const { json, etag } = documentOf(services.appOrigin);
  const headers = { etag, 'cache-control': 'public, max-age=300' };
  // The distribution marks the tag of a compressed answer as weak.
  const isKnown = request.headers['if-none-match']?.replace(/^W\//, '') === etag;
  return isKnown ? { body: undefined, status: 304, headers } : { body: undefined, json, headers };
});
