import { AppError } from '#core/domain/errors.ts';
import { isReserved } from '#core/domain/slugs.ts';
import { type Queryable, violatedConstraint } from '../lib/db.ts';

/**
 * Why a well-formed slug cannot be had: it is kept for the product, or it is another studio's, or was once. A retired
 * slug is never given to somebody else.
 */
export async function slugError(
  db: Queryable,
  slug: string,
  accountId: string | null,
): Promise<'slug_reserved' | 'slug_taken' | null> {
  if (isReserved(slug)) return 'slug_reserved';
  const [row] = await db.query<{ taken: boolean }>(
    `select exists (select from accounts where slug = $1 and id is distinct from $2)
       or exists (select from slug_history where slug = $1 and (account_id is null or account_id is distinct from $2)) as taken`,
    [slug, accountId],
  );
  return row?.taken ? 'slug_taken' : null;
}

/** @throws AppError `slug_reserved`, `slug_taken`. */
export async function assertSlugFree(db: Queryable, slug: string, accountId: string | null): Promise<void> {
  const refusal = await slugError(db, slug, accountId);
  if (refusal) throw new AppError(refusal, { field: 'slug' });
}

const SLUG_TAKEN_CONSTRAINT = new Set(['accounts_slug_key', 'slug_history_pkey']);

/** Two people may ask for a slug at once: the unique index decides, and the slower one hears `slug_taken`. */
export async function withSlugConflict(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!SLUG_TAKEN_CONSTRAINT.has(violatedConstraint(error) ?? '')) throw error;
    throw new AppError('slug_taken', { field: 'slug' });
  }
}
