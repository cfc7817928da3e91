import { galleries } from '#core/api/galleries.ts';
import { AppError } from '#core/domain/errors.ts';
import { type Queryable, timestamp } from '../lib/db.ts';
import { handle } from '../lib/http.ts';
import { galleryChanged } from '../lib/outbox.ts';
import { hashPassword } from '../lib/passwords.ts';

interface LockedGallery {
  deletedAt: number | null;
  visibility: string;
}

/**
 * Locks the caller's gallery for what follows.
 * @throws AppError `not_found`, for one of another account alike.
 */
async function lockGallery(tx: Queryable, accountId: string, galleryId: string): Promise<LockedGallery> {
  const [gallery] = await tx.query<LockedGallery>(
    'select deleted_at as "deletedAt", visibility from galleries where id = $1 and account_id = $2 for update',
    [galleryId, accountId],
  );
  if (!gallery) throw new AppError('not_found');
  return gallery;
}

export const remove = handle(galleries.remove, async ({ services, caller, params }) => {
  const now = services.clock();
  const deletedAt = await services.db.transaction(async (tx) => {
    const gallery = await lockGallery(tx, caller.accountId, params.galleryId);
    // Asked twice, it is in the trash since the first time.
    if (gallery.deletedAt !== null) return gallery.deletedAt;
    await tx.query('update galleries set deleted_at = $2 where id = $1', [params.galleryId, timestamp(now)]);
    await galleryChanged(tx, caller.accountId, params.galleryId, now, { takesAway: true });
    return now;
  });
  return { body: { id: params.galleryId, deletedAt } };
});

export const password = handle(galleries.password, async ({ services, caller, params, body }) => {
  const now = services.clock();
  // Before the lock: hashing is slow on purpose.
  const hash = body.password === null ? null : await hashPassword(body.password);
  await services.db.transaction(async (tx) => {
    const gallery = await lockGallery(tx, caller.accountId, params.galleryId);
    if (gallery.deletedAt !== null) throw new AppError('not_found');
    if (hash === null) await takeAway(tx, params.galleryId, gallery);
    else await set(tx, caller.accountId, params.galleryId, hash);
  });
  return { body: { hasPassword: hash !== null } };

  async function set(tx: Queryable, accountId: string, galleryId: string, passwordHash: string): Promise<void> {
    // The clock's second as the first version: a password set anew after one was taken away must not meet an old one.
    await tx.query(
      `insert into gallery_secrets as s (gallery_id, account_id, password_hash, password_version)
       values ($1, $2, $3, $4) on conflict (gallery_id) do update
       set password_hash = excluded.password_hash, password_version = s.password_version + 1`,
      [galleryId, accountId, passwordHash, Math.floor(now / 1000)],
    );
    await tx.query('update galleries set has_password = true where id = $1', [galleryId]);
  }
});

/** A gallery that asks for a password cannot be without one; anyone with the link would be let in. */
async function takeAway(tx: Queryable, galleryId: string, gallery: LockedGallery): Promise<void> {
  if (gallery.visibility === 'password') throw new AppError('conflict', { field: 'password' });
  await tx.query('update galleries set has_password = false where id = $1', [galleryId]);
  await tx.query('delete from gallery_secrets where gallery_id = $1', [galleryId]);
}
