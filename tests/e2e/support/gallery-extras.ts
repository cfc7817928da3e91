import { hashToken } from '#functions/platform/auth/secrets.ts';
import sharp from 'sharp';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { watermarks } from '#core/api/watermarks.ts';
import { insertRow, newId } from '../../support/rows.ts';
import { database } from './database.ts';
import { makeGallery, type TestGallery } from './galleries.ts';
import type { Photographer } from './photographer.ts';

export interface GalleryExtras {
  presetId: string;
  watermarkId: string;
  /** Of the link by which guests add photos. */
  guestToken: string;
}

/** Inserts further rows of a studio: a session type, a watermark, visitor activity, and an item in the trash. */
export async function makeGalleryExtras(owner: Photographer, gallery: TestGallery): Promise<GalleryExtras> {
  const author = { account_id: owner.account.id, author_id: owner.session.user.id };
  const [presetId, watermarkId] = [newId(), newId()];
  const settings = { visibility: 'invite', expiresAfterDays: 90, sections: ['Ceremony', 'Dinner'] };
  await insertRow(database(), 'gallery_presets', { id: presetId, ...author, name: 'Wedding', settings });
  await insertRow(database(), 'watermarks', { id: watermarkId, ...author, name: 'Proofs', kind: 'image' });
  const hostname = `www.${owner.account.slug}.localhost`;
  const failure = { status: 'failed', failure_reason: 'wrong_target', found: JSON.stringify(['203.0.113.9']) };
  await insertRow(database(), 'domains', { id: newId(), ...author, hostname, ...failure, checked_at: new Date() });
  const picture = await sharp(Buffer.from(MARK)).png().toBuffer();
  const body = new Blob([new Uint8Array(picture)], { type: 'image/png' });
  await owner.api.call(watermarks.putImage, { watermarkId }, body);
  const guestToken = newId(32);
  const link = { gallery_id: gallery.id, token_hash: hashToken(guestToken) };
  await insertRow(database(), 'guest_upload_links', { ...author, ...link });
  await visit(owner, gallery);
  await throwAway(owner);
  return { presetId, watermarkId, guestToken };
}

const MARK = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="120" viewBox="0 0 400 120">
  <path d="M10 90 L110 20 L190 90 L270 40 L390 90" fill="none" stroke="white" stroke-width="14"/></svg>`;

async function visit({ account }: Photographer, { id, photoIds }: TestGallery): Promise<void> {
  const parents = { account_id: account.id, gallery_id: id };
  const events = [
    { kind: 'opened', hours: 1 },
    { kind: 'downloaded', hours: 2, photo_id: photoIds[1], size: 'original', photo_count: 1 },
    { kind: 'downloaded', hours: 30, size: 'web', photo_count: 48 },
    { kind: 'published', hours: 60 },
  ];
  await database().query("update galleries set created_at = now() - interval '4 days' where id = $1", [id]);
  for (const { hours, ...event } of events) {
    const at = new Date(Date.now() - hours * HOUR_MS);
    await insertRow(database(), 'gallery_events', { id: newId(), ...parents, ...event, at });
  }
  for (const [index, photoId] of photoIds.entries()) {
    const counts = { view_count: 40 - index * 7, download_count: index % 2 };
    await insertRow(database(), 'photo_stats', { photo_id: photoId, ...parents, ...counts });
  }
}

async function throwAway(owner: Photographer): Promise<void> {
  const deleted_at = new Date(Date.now() - 27 * DAY_MS);
  const { id } = await makeGallery(owner, { name: 'Taken by mistake', photos: 1 });
  await database().query('update galleries set deleted_at = now() where id = $1', [id]);
  const { photoIds } = await makeGallery(owner, { name: 'Culled', photos: 4 });
  await database().query('update photos set deleted_at = $2 where id = any($1)', [photoIds.slice(1), deleted_at]);
}
