import {
  type Blockable,
  type Restoration,
  restoration,
  type Takedown,
  takedown,
} from '#core/domain/studio/content-holds.ts';
import { recordEvent } from '../galleries/events.ts';
import { enqueueGalleryPurge } from '../outbox/public-pages.ts';
import { rekeyHiddenPhotos } from '../photos/effects.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { notifyOwners } from '../security/security-events.ts';
import type { ActRule, Outcome, StudioAct } from './event.ts';
import { setAccountState } from './suspension.ts';

interface Target {
  accountId: string;
  target: Blockable;
  galleryId: string;
  photoId: string;
}

const targetOf = (accountId: string, { target, galleryId = '', photoId = '' }: Takedown | Restoration): Target => ({
  accountId,
  target,
  galleryId,
  photoId,
});

/**
 * Blocks content. A gallery is closed and a photo hidden as the studio itself does it, so that everything ends that ends
 * with it; `held_at` keeps it so.
 */
export const takeDown: ActRule = {
  logs: 'content_removed',

  async carryOut(tx, { accountId, params }, now) {
    const { success, data } = takedown.safeParse(params);
    return success ? HOLDS[data.target].hold(tx, targetOf(accountId, data), now) : 'not_found';
  },

  async tell(tx, act, at) {
    const { ground, rule, source, territory, ...about } = takedown.parse(act.params);
    const reasons = { ground, rule, source, territory };
    const statement = { ...(await describe(tx, act, about)), reasons };
    await tellOwners(tx, act, { what: 'content_removed', statement }, at);
  },
};

/** Ends a block: what it closed or hid is shown again. */
export const restore: ActRule = {
  logs: 'content_restored',

  async carryOut(tx, { accountId, params }, now) {
    const { success, data } = restoration.safeParse(params);
    return success ? HOLDS[data.target].release(tx, targetOf(accountId, data), now) : 'not_found';
  },

  async tell(tx, act, at) {
    const statement = await describe(tx, act, restoration.parse(act.params));
    await tellOwners(tx, act, { what: 'content_restored', statement }, at);
  },
};

type Notice = Pick<Parameters<typeof notifyOwners>[1], 'what' | 'statement'>;

async function tellOwners(tx: Queryable, { id, accountId, reason }: StudioAct, notice: Notice, at: number) {
  await notifyOwners(tx, { ...notice, accountId, outboxAccountId: accountId, reason, key: id }, at);
}

/** Returns what was blocked, with the name by which the studio knows it; empty if it is gone. */
async function describe(tx: Queryable, { accountId }: StudioAct, about: Restoration) {
  const [row] = await tx.query<{ gallery: string; filename: string | null }>(
    `select g.name as gallery, p.filename
     from galleries g left join photos p on p.gallery_id = g.id and p.id = $3 where g.account_id = $1 and g.id = $2`,
    [accountId, about.galleryId ?? '', about.photoId ?? ''],
  );
  const { gallery = '', filename } = row ?? {};
  return about.target === 'photo'
    ? { target: about.target, name: filename ?? '', gallery }
    : { target: about.target, name: gallery };
}

interface Hold {
  hold: (tx: Queryable, target: Target, now: number) => Promise<Outcome>;
  release: (tx: Queryable, target: Target, now: number) => Promise<Outcome>;
}

const ofAccount = (column: 'held_at' | 'site_held_at'): Hold => ({
  hold: (tx, { accountId }, now) => setAccountState(tx, accountId, column, now, now),
  release: (tx, { accountId }, now) => setAccountState(tx, accountId, column, null, now),
});

const HOLDS: Readonly<Record<Blockable, Hold>> = {
  studio: ofAccount('held_at'),
  website: ofAccount('site_held_at'),
  gallery: { hold: holdGallery, release: releaseGallery },
  photo: { hold: holdPhoto, release: releasePhoto },
};

interface HeldRow {
  isHeld: boolean;
  /** True if clients see it unless something around it is closed. */
  isShown: boolean;
}

async function lockGallery(tx: Queryable, { accountId, galleryId }: Target): Promise<HeldRow | undefined> {
  const [row] = await tx.query<HeldRow>(
    `select held_at is not null as "isHeld", status = 'published' as "isShown" from galleries
     where account_id = $1 and id = $2 for no key update`,
    [accountId, galleryId],
  );
  return row;
}

/** Nobody may undo the change: `status_changed_by` is empty. */
async function holdGallery(tx: Queryable, target: Target, now: number): Promise<Outcome> {
  const row = await lockGallery(tx, target);
  if (!row || row.isHeld) return row ? 'unchanged' : 'not_found';
  const { accountId, galleryId } = target;
  await tx.query(
    `update galleries set held_at = $2, status = case when $3 then 'hidden' else status end, status_changed_by = null
     where id = $1`,
    [galleryId, timestamp(now), row.isShown],
  );
  // The website may show permitted photos of a gallery that the studio closed.
  await enqueueGalleryPurge(tx, accountId, galleryId, now, { takesAway: true });
  if (!row.isShown) return 'done_unseen';
  await recordEvent(tx, { accountId, galleryId, kind: 'hidden' }, now);
  return 'done';
}

async function releaseGallery(tx: Queryable, target: Target, now: number): Promise<Outcome> {
  const row = await lockGallery(tx, target);
  if (!row?.isHeld) return row ? 'unchanged' : 'not_found';
  const { accountId, galleryId } = target;
  const [released] = await tx.query<{ isShown: boolean }>(
    `update galleries set held_at = null, status = case when $2 and status = 'hidden' then 'published' else status end
     where id = $1 returning status = 'published' as "isShown"`,
    [galleryId, await closedByHold(tx, target)],
  );
  await enqueueGalleryPurge(tx, accountId, galleryId, now, { takesAway: true });
  if (!released?.isShown) return 'done_unseen';
  await recordEvent(tx, { accountId, galleryId, kind: 'published' }, now);
  return 'done';
}

async function lockPhoto(tx: Queryable, target: Target): Promise<HeldRow | undefined> {
  if (!(await lockGallery(tx, target))) return undefined;
  const [row] = await tx.query<HeldRow>(
    `select held_at is not null as "isHeld", not is_hidden as "isShown" from photos
     where account_id = $1 and gallery_id = $2 and id = $3 for no key update`,
    [target.accountId, target.galleryId, target.photoId],
  );
  return row;
}

/** Its pictures get new addresses, as when the studio hides a photo: those that visitors know end. */
async function holdPhoto(tx: Queryable, target: Target, now: number): Promise<Outcome> {
  const row = await lockPhoto(tx, target);
  if (!row || row.isHeld) return row ? 'unchanged' : 'not_found';
  const { accountId, galleryId, photoId } = target;
  await tx.query('update photos set held_at = $2, is_hidden = true where id = $1', [photoId, timestamp(now)]);
  if (!row.isShown) return 'done_unseen';
  await rekeyHiddenPhotos([photoId], { sql: tx, ctx: { accountId }, now });
  await enqueueGalleryPurge(tx, accountId, galleryId, now, { takesAway: true });
  return 'done';
}

async function releasePhoto(tx: Queryable, target: Target, now: number): Promise<Outcome> {
  const row = await lockPhoto(tx, target);
  if (!row?.isHeld) return row ? 'unchanged' : 'not_found';
  const { accountId, galleryId, photoId } = target;
  const isShown = await closedByHold(tx, target);
  await tx.query('update photos set held_at = null, is_hidden = not $2 where id = $1', [photoId, isShown]);
  if (!isShown) return 'done_unseen';
  await enqueueGalleryPurge(tx, accountId, galleryId, now, { takesAway: true });
  return 'done';
}

/** True if the hold itself closed or hid it, by how the latest one ended. */
async function closedByHold(tx: Queryable, { accountId, target, galleryId, photoId }: Target): Promise<boolean> {
  const [event] = await tx.query<{ outcome: string }>(
    `select outcome from operator_events
     where account_id = $1 and kind = 'takedown' and outcome like 'done%' and params ->> 'target' = $2
       and params ->> 'galleryId' = $3 and coalesce(params ->> 'photoId', '') = $4
     order by done_at desc limit 1`,
    [accountId, target, galleryId, photoId],
  );
  return event?.outcome === 'done';
}
