import { accounts } from '#core/api/accounts.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { can, type Role } from '#core/domain/studio/roles.ts';
import { MAX_PREVIEWS, PREVIEW_MS, previewPath } from '#core/domain/site/site-previews.ts';
import { hashToken, makeToken } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { IS_OPEN } from '../platform/studio-facts.ts';

/** Makes a preview link. The secret is in the answer only; the database has its hash. */
export const previewSite = defineHandler(accounts.previewSite, async ({ services, caller, body }) => {
  const { accountId, userId } = caller;
  const token = makeToken();
  const now = services.clock();
  const expiresAt = now + PREVIEW_MS;
  await services.db.transaction(async (tx) => {
    const { releaseId } = body;
    const sql = 'select from site_releases where id = $1 and account_id = $2 for key share';
    if (releaseId !== null && (await tx.query(sql, [releaseId, accountId])).length === 0)
      throw new AppError('not_found');
    await tx.query(
      `insert into site_previews (token_hash, account_id, user_id, release_id, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [hashToken(token), accountId, userId, releaseId, timestamp(now), timestamp(expiresAt)],
    );
    await tx.query(
      `delete from site_previews where account_id = $1 and token_hash in (
         select token_hash from site_previews where account_id = $1 order by created_at desc, token_hash offset $2)`,
      [accountId, MAX_PREVIEWS],
    );
  });
  return { body: { path: previewPath(token, body.isFrame), expiresAt } };
});

/** Ends all preview links of the studio. */
export const endSitePreviews = defineHandler(accounts.endSitePreviews, async ({ services, caller }) => {
  await services.db.query('delete from site_previews where account_id = $1', [caller.accountId]);
  return { body: {} };
});

/** A valid preview link. */
interface SitePreview {
  slug: string;
  /** Null for the drafts. */
  releaseId: string | null;
}

/** Returns the preview of a link; null once it has expired or was ended, or if its member may not see drafts any more. */
export async function findPreview(db: Queryable, token: string, now: number): Promise<SitePreview | null> {
  const [row] = await db.query<SitePreview & { role: Role }>(
    `select a.slug, p.release_id as "releaseId", m.role from site_previews p
       join accounts a on a.id = p.account_id and ${IS_OPEN}
       join account_members m on m.account_id = p.account_id and m.user_id = p.user_id
     where p.token_hash = $1 and p.expires_at > $2`,
    [hashToken(token), timestamp(now)],
  );
  return row && can(row.role, 'site.write') ? { slug: row.slug, releaseId: row.releaseId } : null;
}

/** Returns a text that changes with the drafts, and with what else a page of the site shows and the studio can edit. */
export async function draftVersion(db: Queryable, accountId: string): Promise<string> {
  const [row] = await db.query<{ version: string }>(
    `select concat_ws('.', (select count(*) from pages where account_id = $1), extract(epoch from greatest(
       (select max(updated_at) from pages where account_id = $1),
       (select updated_at from cms_settings where account_id = $1),
       (select max(updated_at) from settings where account_id = $1)))) as version`,
    [accountId],
  );
  return row?.version ?? '';
}
