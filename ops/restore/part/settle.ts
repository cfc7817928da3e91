import type pg from 'pg';
import { rootOf, type Scope } from './scope.ts';

/** Puts the database's triggers to work again, takes the root out of the trash, and counts what triggers count. */
export async function settle(db: pg.Client, scope: Scope): Promise<void> {
  const { studio, gallery } = scope;
  const root = rootOf(scope);
  // The slug of an erased studio is kept for nobody; it is its own again.
  await db.query(
    `delete from public.slug_history h using public.accounts a
     where a.id = $1 and h.slug = a.slug and h.account_id is null`,
    [studio],
  );
  await db.query('set local session_replication_role = origin');
  await db.query(`update public.${root.table} set deleted_at = null where id = $1 and deleted_at is not null`, [
    root.id,
  ]);
  await db.query(
    `update public.gallery_stats s set photo_count = r.photos, ready_count = r.ready, failed_count = r.failed,
       original_bytes = r.bytes
     from public.galleries g cross join lateral (
       select count(*) as photos, count(*) filter (where p.status = 'ready') as ready,
         count(*) filter (where p.status = 'failed') as failed,
         coalesce(sum(p.size) filter (where p.status <> 'uploading'), 0) as bytes
       from public.photos p where p.gallery_id = g.id and p.deleted_at is null) r
     where s.gallery_id = g.id and g.account_id = $1 and ($2::text is null or g.id = $2)
       and (s.photo_count, s.ready_count, s.failed_count, s.original_bytes)
         is distinct from (r.photos, r.ready, r.failed, r.bytes)`,
    [studio, gallery],
  );
  await db.query(
    `update public.account_usage u set storage_bytes = r.bytes, photo_count = r.photos, gallery_count = r.galleries
     from (select
         (select coalesce(sum(p.size), 0) from public.photos p where p.account_id = $1 and p.status <> 'uploading')
           + (select coalesce(sum(f.file_size), 0) from public.custom_fonts f where f.account_id = $1) as bytes,
         (select count(*) from public.photos p join public.galleries g on g.id = p.gallery_id
            where p.account_id = $1 and p.deleted_at is null and g.deleted_at is null) as photos,
         (select count(*) from public.galleries g where g.account_id = $1 and g.deleted_at is null) as galleries) r
     where u.account_id = $1
       and (u.storage_bytes, u.photo_count, u.gallery_count) is distinct from (r.bytes, r.photos, r.galleries)`,
    [studio],
  );
  if (gallery) return;
  await db.query('select public.recompute_billing(account_id, id) from public.sessions where account_id = $1', [
    studio,
  ]);
  await db.query('select public.recount_customer(account_id, id) from public.customers where account_id = $1', [
    studio,
  ]);
  await db.query('select public.recount_months($1)', [studio]);
}
