import { makeId } from '#core/domain/ids.ts';
import { type Queryable, timestamp } from './db.ts';
import { random } from './secrets.ts';

/** What is carried out after the commit, by `functions/jobs`; each kind with what it needs to know. */
export interface Effects {
  /** Mails a grant's link; the token is made when the mail is written, so that it is never stored in clear. */
  'invite.mail': { grantId: string; redirectTo: string };
  /** Erases a gallery that was in the trash for its time: rows and objects. */
  'gallery.purge': { galleryId: string };
  /** Erases a photo: its row and objects. */
  'photo.erase': { galleryId: string; photoId: string };
  /** Reads a stored original once more. */
  'photo.ingest': { galleryId: string; photoId: string };
  /** Makes, renews or deletes a gallery's Open Graph picture, as its state then asks. */
  'og.refresh': { galleryId: string };
  /** Takes a gallery's pages and JSON, and its studio's, out of the distribution's cache. */
  'cdn.purge': { galleryId: string };
  /** Takes everything below a studio's addresses out of the distribution's cache: each of its pages names it. */
  'cdn.purge_studio': { slugs: readonly string[] };
}

export type EffectKind = keyof Effects;

export interface EffectOptions {
  /** Epoch milliseconds; not before. */
  runAfter?: number;
  /** The same effect wanted twice while it waits is one effect. */
  dedupeKey?: string;
}

/**
 * Writes an effect into the outbox: call it in the transaction that wants it, so that both happen or neither.
 * An effect that waits under the same key is asked to look again rather than doubled. One that was done is another
 * effect now, and gets another id: mails are named by it, and mailboxes drop a second one of the same name.
 */
export async function enqueue<K extends EffectKind>(
  tx: Queryable,
  accountId: string | null,
  kind: K,
  payload: Effects[K],
  now: number,
  { runAfter = now, dedupeKey }: EffectOptions = {},
): Promise<void> {
  await tx.query(
    `insert into outbox as o (id, account_id, kind, payload, dedupe_key, run_after, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (dedupe_key) do update
       set id = case when o.done_at is null then o.id else excluded.id end,
           run_after = case when o.done_at is null then least(o.run_after, excluded.run_after) else excluded.run_after end,
           payload = excluded.payload, attempts = 0, done_at = null, last_error = null, created_at = excluded.created_at`,
    [makeId(random), accountId, kind, payload, dedupeKey ?? null, timestamp(runAfter), timestamp(now)],
  );
}

/** After whatever may have changed who may see a gallery, or what its page shows. */
export async function galleryChanged(tx: Queryable, accountId: string, galleryId: string, now: number): Promise<void> {
  await enqueue(tx, accountId, 'cdn.purge', { galleryId }, now, { dedupeKey: `purge-cdn:${galleryId}` });
  await enqueue(tx, accountId, 'og.refresh', { galleryId }, now, { dedupeKey: `og:${galleryId}` });
}

/** After a change of what every page of a studio shows. @param slugs its addresses, before the change and after */
export async function studioChanged(
  tx: Queryable,
  accountId: string,
  slugs: readonly string[],
  now: number,
): Promise<void> {
  const distinct = [...new Set(slugs)].sort();
  const dedupeKey = `purge-cdn:${distinct.join(':')}`;
  await enqueue(tx, accountId, 'cdn.purge_studio', { slugs: distinct }, now, { dedupeKey });
}
