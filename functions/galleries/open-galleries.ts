import { MAX_TOKEN_GALLERIES } from '#core/domain/photos/image-token.ts';
import type { Queryable } from '../platform/db/database.ts';
import { findGalleryAccess, findVisitorAccess, visitorAccess } from './access.ts';

interface OpenGalleries {
  /** Galleries that were checked already. */
  first: readonly string[];
  visitor: { id: string } | null;
  /** Adds the public galleries of this account, whose covers are on the studio's page. */
  publicOf?: string | null;
}

/**
 * Returns the galleries for an image token, as many as it holds: the first ones, others that this visitor has opened and
 * may still view, and an account's public ones. Checks each one again, so that a renewed token never includes a gallery
 * that was closed since.
 */
export async function listOpenGalleries(
  db: Queryable,
  { first, visitor, publicOf = null }: OpenGalleries,
  now: number,
): Promise<string[]> {
  const candidates = await db.query<{ id: string }>(
    `select id from (
       select g.id, 1 as rank, v.granted_at as at from visitor_access v join galleries g on g.id = v.gallery_id
         where v.visitor_id = $1
       union all
       select g.id, 2, coalesce(g.date, g.published_at) from galleries g
         where g.account_id = $2 and g.visibility = 'public' and g.status = 'published' and g.deleted_at is null
     ) c where id <> all ($3::text[]) group by id order by min(rank), max(at) desc, id limit $4`,
    [visitor?.id ?? null, publicOf, first, Math.max(0, MAX_TOKEN_GALLERIES - first.length)],
  );
  const checked = candidates.map(async ({ id }) => {
    const other = await findGalleryAccess(db, id);
    if (!other) return [];
    const stored = await findVisitorAccess(db, visitor?.id, id);
    return visitorAccess(other, stored, now).access === 'granted' ? [id] : [];
  });
  return [...first, ...(await Promise.all(checked)).flat()].slice(0, MAX_TOKEN_GALLERIES);
}
