import { makeId } from '#core/domain/ids.ts';
import type { StudioNotificationKind } from '#core/domain/notifications.ts';
import type { SecurityNotice } from '#core/domain/person-notices.ts';
import { type Queryable, timestamp } from './db.ts';
import { markEffectDue } from './nudge.ts';
import { random } from './secrets.ts';

/** What is carried out after the commit, by `functions/jobs`; each kind with what it needs to know. */
export interface Effects {
  /** Mails a grant's link; the token is made when the mail is written, so that it is never stored in clear. */
  'invite.mail': { grantId: string; redirectTo: string };
  /** Mails an invitation to a team: who has its e-mail may join. */
  'team.invite': { inviteId: string };
  /** Tells a person of a change to how they sign in, or that a studio of theirs is closed. */
  'person.notice': SecurityNotice;
  /** Tells somebody that the archive they waited for is ready. */
  'archive.mail': { mailId: string };
  /** Mails a client about their session or payment, if what it tells of is still true then. */
  'message.send': { messageId: string };
  /** Tells a studio by mail of what happened. */
  'studio.notice': StudioNotificationInput;
  /** Erases a gallery that was in the trash for its time: rows and objects. */
  'gallery.purge': { galleryId: string };
  /** Packs everything that a studio owns into one file. */
  'account.export': { exportId: string };
  /** Deletes that file when its week is over. */
  'account.export_end': { exportId: string };
  /** Erases a studio that was closed for its time, once its galleries are erased. */
  'account.erase': { accountId: string };
  /** Erases a photo: its row and objects. */
  'photo.erase': { galleryId: string; photoId: string };
  /** Reads a stored original once more. */
  'photo.ingest': { galleryId: string; photoId: string };
  /** Has photos made anew that are to look otherwise than they do; of one gallery, and no more than are sent at once. */
  'photos.render': { galleryId: string; photoIds: readonly string[] };
  /** The same of all of a studio. `sent`: which ones are on their way, since when (epoch milliseconds). */
  'looks.render': { accountId: string; sent?: { after: RerenderPosition; upTo: RerenderPosition; at: number } };
  /** Clears away what lies under former names of a gallery's renditions, and has the names lead to the present ones. */
  'files.clear': { galleryId: string };
  /** Looks once more, when nobody works on them any longer, at names that were cleared; `after`: those behind this. */
  'files.recheck': { galleryId: string; after?: string };
  /** Writes originals under their new names. `isMove`: the former ones are deleted then. */
  'photos.transfer': { fromGalleryId: string; isMove: boolean; items: readonly OriginalTransfer[] };
  /** Deletes an original that no photo has any more. */
  'original.erase': { galleryId: string; photoId: string; key: string };
  /** Deletes a mark's former picture, once no rendition is made with it. `since`: epoch milliseconds. */
  'watermark.erase': { key: string; since: number };
  /** Makes, renews or deletes a gallery's Open Graph picture, as its state then asks. */
  'og.refresh': { galleryId: string };
  /** Takes everything below studios' addresses out of the distribution's cache: each of their pages names them. */
  'cdn.purge': { slugs: readonly string[] };
}

/** What it is told of, and what that is about. */
export interface StudioNotificationInput {
  accountId: string;
  what: StudioNotificationKind;
  sessionId?: string;
  /** An invitation to a gallery whose mail was given up. */
  grantId?: string;
  /** The same of one to the team. */
  inviteId?: string;
  day?: DayRange;
  /** The one of several owners whom this is for; their mail has the same name however often it is sent. */
  to?: { ownerId: string; mailId: string };
}

/** A day as the studio's clock has it, both its ends included, in epoch milliseconds. */
export interface DayRange {
  from: number;
  until: number;
}

/** An original of one photo that is to be another's, or the same one's in another gallery. */
export interface OriginalTransfer {
  photoId: string;
  fromPhotoId: string;
  from: string;
  to: string;
  mimeType: string;
}

/** Where a photo comes in the order in which a studio's are made anew. */
export interface RerenderPosition {
  galleryId: string;
  photoId: string;
}

export type EffectKind = keyof Effects;

/** After this many attempts (about five hours) an effect rests, for a person to look at. */
export const MAX_ATTEMPTS = 12;

export interface EffectOptions {
  /** Epoch milliseconds; not before. */
  runAfter?: number;
  /** The same effect wanted twice while it waits is one effect. */
  dedupeKey?: string;
  /**
   * Wanted again and again, it is carried out once in so many milliseconds: the first time at once, and then at the
   * end of each such while. 0: at once, whenever it was last.
   */
  atMostEveryMs?: number;
}

/**
 * Writes an effect into the outbox: call it in the transaction that wants it, so that both happen or neither.
 * An effect that waits under the same key is asked to look again rather than doubled. One that was done is another
 * effect now, and gets another id: mails are named by it, and mailboxes drop a second one of the same name.
 * `created_at` is of the latest wish, and no two wishes for one effect have the same: the id and it name a wish.
 */
export async function enqueue<K extends EffectKind>(
  tx: Queryable,
  accountId: string | null,
  kind: K,
  payload: Effects[K],
  now: number,
  { dedupeKey, ...options }: EffectOptions = {},
): Promise<void> {
  await enqueueAll(tx, accountId, kind, [{ payload, dedupeKey }], now, options);
}

/** As `enqueue`, for many of one kind as one statement. No two of them have the same key. */
export async function enqueueAll<K extends EffectKind>(
  tx: Queryable,
  accountId: string | null,
  kind: K,
  effects: readonly { payload: Effects[K]; dedupeKey?: string | undefined }[],
  now: number,
  { runAfter = now, atMostEveryMs = 0 }: Omit<EffectOptions, 'dedupeKey'> = {},
): Promise<void> {
  if (effects.length === 0) return;
  const rows = await tx.query<{ dueAt: number }>(
    // In the order of their keys like everywhere, so that nobody who wants some of the same waits in a circle.
    `insert into outbox as o (id, account_id, kind, payload, dedupe_key, run_after, created_at)
     select e.id, $2::text, $3::text, e.payload::jsonb, e.dedupe_key, $6::timestamptz, $7::timestamptz
     from unnest($1::text[], $4::text[], $5::text[]) as e (id, payload, dedupe_key) order by e.dedupe_key
     on conflict (dedupe_key) do update
       set id = case when o.done_at is null then o.id else excluded.id end,
           run_after = case
             when o.done_at is not null then greatest(excluded.run_after, o.done_at + $8 * interval '1 ms')
             -- It is being carried out, and this wish came too late for that time.
             when o.locked_until > excluded.created_at then excluded.run_after + $8 * interval '1 ms'
             else least(o.run_after, excluded.run_after + $8 * interval '1 ms') end,
           payload = excluded.payload, attempts = 0, done_at = null, last_error = null,
           created_at = greatest(excluded.created_at, o.created_at + interval '1 ms')
     returning (extract(epoch from run_after) * 1000)::float8 as "dueAt"`,
    [
      effects.map(() => makeId(random)),
      accountId,
      kind,
      effects.map(({ payload }) => JSON.stringify(payload)),
      effects.map(({ dedupeKey }) => dedupeKey ?? null),
      timestamp(runAfter),
      timestamp(now),
      atMostEveryMs,
    ],
  );
  for (const { dueAt } of rows) markEffectDue(dueAt);
}

/**
 * An effect that goes on later is one and the same, so that it is wanted again without being doubled. If it was wanted
 * again while it ran, that wish stands, and begins at its beginning.
 */
export async function continueEffect<P extends Effects[EffectKind]>(
  tx: Queryable,
  { id, idempotencyKey: idempotencyKey }: { id: string; idempotencyKey: string },
  payload: P,
  runAfter: number,
): Promise<void> {
  await tx.query(
    `update outbox set payload = $3, run_after = $4, attempts = 0
     where id = $1 and $2 = id || '-' || (extract(epoch from created_at) * 1000)::bigint`,
    [id, idempotencyKey, payload, timestamp(runAfter)],
  );
  markEffectDue(runAfter);
}

/** Pages are cached for a minute: this halves it for all but the first of many changes. Each purge is paid for. */
const COALESCE_MS = 30_000;

/**
 * After whatever may have changed who may see a gallery, or what its page shows. Nothing of a gallery that was never
 * published is cached, so that what its studio prepares costs nothing.
 * @param takesAway when somebody may see less than before: then it is at once, however often
 */
export async function enqueueGalleryPurge(
  tx: Queryable,
  accountId: string,
  galleryId: string,
  now: number,
  { takesAway = false }: { takesAway?: boolean } = {},
): Promise<void> {
  const [gallery] = await tx.query<{ slug: string; wasPublished: boolean }>(
    `select a.slug, g.published_at is not null as "wasPublished"
     from galleries g join accounts a on a.id = g.account_id where g.id = $1 and g.account_id = $2`,
    [galleryId, accountId],
  );
  if (!gallery || !(gallery.wasPublished || takesAway)) return;
  const atMostEveryMs = takesAway ? 0 : COALESCE_MS;
  await enqueuePurge(tx, accountId, [gallery.slug], now, atMostEveryMs);
  await enqueue(tx, accountId, 'og.refresh', { galleryId }, now, { dedupeKey: `og:${galleryId}`, atMostEveryMs });
}

/**
 * After a change of what every page of a studio shows.
 * @param slugs its addresses, before the change and after
 * @param takesAway when the studio itself comes or goes: then it is at once, however often
 */
export async function enqueueAccountPurge(
  tx: Queryable,
  accountId: string,
  slugs: readonly string[],
  now: number,
  { takesAway = false }: { takesAway?: boolean } = {},
): Promise<void> {
  await enqueuePurge(tx, accountId, [...new Set(slugs)].sort(), now, takesAway ? 0 : COALESCE_MS);
}

/** One effect for all changes of a studio and its galleries: a purge takes all of its pages. */
async function enqueuePurge(
  tx: Queryable,
  accountId: string,
  slugs: readonly string[],
  now: number,
  atMostEveryMs: number,
): Promise<void> {
  const dedupeKey = `purge-cdn:${slugs.join(':')}`;
  await enqueue(tx, accountId, 'cdn.purge', { slugs }, now, { dedupeKey, atMostEveryMs });
}
