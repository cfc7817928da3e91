import { galleries } from '#core/api/galleries.ts';
import { AppError } from '#core/domain/values/errors.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { enqueueGalleryPurge } from '../outbox/public-pages.ts';
import { hashPassword, makeSecretVersion } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { attachment } from '../platform/http/content-disposition.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { activityCsv, activityFilename, type ActivityRow, MAX_ROWS } from './activity-csv.ts';
import { readEvents, readRecentEvents } from './events.ts';

interface LockedGallery {
  deletedAt: number | null;
  visibility: string;
}

/**
 * Locks the caller's gallery for the transaction.
 * @throws AppError `not_found`, also for a gallery of another account
 */
async function lockGallery(tx: Queryable, accountId: string, galleryId: string): Promise<LockedGallery> {
  const [gallery] = await tx.query<LockedGallery>(
    'select deleted_at as "deletedAt", visibility from galleries where id = $1 and account_id = $2 for update',
    [galleryId, accountId],
  );
  if (!gallery) throw new AppError('not_found');
  return gallery;
}

export const remove = defineHandler(galleries.remove, async ({ services, caller, params }) => {
  const now = services.clock();
  const deletedAt = await services.db.transaction(async (tx) => {
    const gallery = await lockGallery(tx, caller.accountId, params.galleryId);
    // A repeated request returns the original deletion time.
    if (gallery.deletedAt !== null) return gallery.deletedAt;
    await tx.query('update galleries set deleted_at = $2 where id = $1', [params.galleryId, timestamp(now)]);
    await enqueueGalleryPurge(tx, caller.accountId, params.galleryId, now, { takesAway: true });
    return now;
  });
  return { body: { id: params.galleryId, deletedAt } };
});

export const password = defineHandler(galleries.password, async ({ services, caller, params, body }) => {
  // Hash before taking the lock, because hashing is slow by design.
  const hash = body.password === null ? null : await hashPassword(body.password);
  await services.db.transaction(async (tx) => {
    const gallery = await lockGallery(tx, caller.accountId, params.galleryId);
    if (gallery.deletedAt !== null) throw new AppError('not_found');
    if (hash === null) await removePassword(tx, params.galleryId, gallery);
    else await set(tx, caller.accountId, params.galleryId, hash);
  });
  return { body: { hasPassword: hash !== null } };

  async function set(tx: Queryable, accountId: string, galleryId: string, passwordHash: string): Promise<void> {
    await tx.query(
      `insert into gallery_secrets (gallery_id, account_id, password_hash, password_version)
       values ($1, $2, $3, $4) on conflict (gallery_id) do update
       set password_hash = excluded.password_hash, password_version = excluded.password_version`,
      [galleryId, accountId, passwordHash, makeSecretVersion()],
    );
    await tx.query('update galleries set has_password = true where id = $1', [galleryId]);
  }
});

/**
 * Removes the password. A gallery with visibility `password` must keep one, because anyone with the link could open it
 * otherwise.
 */
async function removePassword(tx: Queryable, galleryId: string, gallery: LockedGallery): Promise<void> {
  if (gallery.visibility === 'password') throw new AppError('conflict', { field: 'password' });
  await tx.query('update galleries set has_password = false where id = $1', [galleryId]);
  await tx.query('delete from gallery_secrets where gallery_id = $1', [galleryId]);
}

export const pin = defineHandler(galleries.pin, async ({ services, caller, params, body }) => {
  const now = services.clock();
  const hash = body.pin === null ? null : await hashPassword(body.pin);
  await services.db.transaction(async (tx) => {
    const gallery = await lockGallery(tx, caller.accountId, params.galleryId);
    if (gallery.deletedAt !== null) throw new AppError('not_found');
    if (hash === null) await tx.query('delete from gallery_pins where gallery_id = $1', [params.galleryId]);
    else await setPin(tx, caller.accountId, params.galleryId, hash);
    await tx.query('update galleries set has_download_pin = $2 where id = $1', [params.galleryId, hash !== null]);
    // The gallery page shows whether a PIN is required.
    await enqueueGalleryPurge(tx, caller.accountId, params.galleryId, now, { takesAway: hash !== null });
  });
  return { body: { hasDownloadPin: hash !== null } };
});

async function setPin(tx: Queryable, accountId: string, galleryId: string, pinHash: string) {
  await tx.query(
    `insert into gallery_pins (gallery_id, account_id, pin_hash, version) values ($1, $2, $3, $4)
     on conflict (gallery_id) do update set pin_hash = excluded.pin_hash, version = excluded.version`,
    [galleryId, accountId, pinHash, makeSecretVersion()],
  );
}

export const events = defineHandler(galleries.events, async ({ services: { db }, caller, params, query }) => {
  const [gallery] = await db.query<{ since: number }>(
    'select created_at as since from galleries where id = $1 and account_id = $2 and deleted_at is null',
    [params.galleryId, caller.accountId],
  );
  if (!gallery) throw new AppError('not_found');
  return { body: { events: await readEvents(db, caller.accountId, { ...params, ...query, ...gallery }) } };
});

export const recentEvents = defineHandler(galleries.recentEvents, async ({ services: { db }, caller, query }) => ({
  body: { events: await readRecentEvents(db, caller.accountId, query.limit) },
}));

export const activity = defineHandler(galleries.activity, async ({ services, caller, params }) => {
  const [gallery] = await services.db.query<{ name: string; language: Language; timeZone: string }>(
    `select g.name, a.language, a.time_zone as "timeZone" from galleries g join accounts a on a.id = g.account_id
     where g.id = $1 and g.account_id = $2 and g.deleted_at is null`,
    [params.galleryId, caller.accountId],
  );
  if (!gallery) throw new AppError('not_found');
  const rows = await services.db.query<ActivityRow>(
    `select e.at, e.kind, r.label, r.email, p.filename, e.size, e.photo_count as "photoCount"
     from gallery_events e left join grants r on r.id = e.grant_id left join photos p on p.id = e.photo_id
     where e.account_id = $2 and e.gallery_id = $1 order by e.at desc, e.id desc limit $3`,
    // Select one row more than the limit, so that the file can tell that rows were cut off.
    [params.galleryId, caller.accountId, MAX_ROWS + 1],
  );
  return {
    body: undefined,
    json: activityCsv(rows, gallery),
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': attachment(activityFilename(gallery.name, gallery.language)),
    },
  };
});
