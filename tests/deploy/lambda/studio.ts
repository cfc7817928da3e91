import { createClient, type Session } from '@supabase/supabase-js';
import { expect } from 'vitest';
import { accounts } from '#core/api/accounts.ts';
import { uploads } from '#core/api/uploads.ts';
import type { Account } from '#core/domain/studio/accounts.ts';
import { ID_LENGTH, makeGalleryId, makeId } from '#core/domain/values/ids.ts';
import type { PhotoMimeType } from '#core/domain/photos/photos.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { mutate, type BackOffice, openBackOffice } from '#local/demo/back-office.ts';
import { ProductApi } from '#local/demo/product-api.ts';
import { scene } from '../../support/pictures.ts';
import type { Stage } from './stage.ts';
import { until } from './until.ts';

const random = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes);
export const newId = () => makeId(random);

/** A photographer with a studio; every text contains a marker that no log may contain. */
export interface Studio {
  marker: string;
  email: string;
  session: Session;
  account: Account;
  api: ProductApi;
  /** The back office's store, in memory: reads and writes go through zero-cache to the function. */
  office: BackOffice;
}

/** Signs up a user with a separate email as a browser does; every text contains a marker. */
export async function openPerson(stage: Stage): Promise<Pick<Studio, 'marker' | 'email' | 'session'>> {
  const { installation } = stage.deployment;
  const marker = `canary${makeId(random, ID_LENGTH.account)}`;
  const [email, password] = [`${marker}@example.org`, `a plate of ${marker}`];
  const options = { auth: { persistSession: false, autoRefreshToken: false } };
  const { anonKey, serviceKey } = installation.secrets;
  const admin = createClient(installation.authUrl, serviceKey, options).auth.admin;
  const made = await admin.createUser({ email, password, email_confirm: true });
  if (made.error) throw made.error;
  const signedIn = await createClient(installation.authUrl, anonKey, options).auth.signInWithPassword({
    email,
    password,
  });
  if (signedIn.error) throw signedIn.error;
  const { session } = signedIn.data;
  stage.mustNotBeLogged(marker, session.access_token, session.refresh_token);
  return { marker, email, session };
}

/** Signs up, signs in and opens a studio as a browser does. */
export async function openStudio(stage: Stage): Promise<Studio> {
  const { installation } = stage.deployment;
  const { marker, email, session } = await openPerson(stage);
  const api = new ProductApi(installation.origin, session.access_token);
  const study = {
    name: `Estudi ${marker}`,
    slug: marker,
    currency: 'EUR',
    timeZone: 'Europe/Madrid',
    language: 'en',
  } as const;
  const account = await api.call(accounts.create, {}, study);
  api.accountId = account.id;
  const office = openBackOffice({
    cacheURL: `${installation.origin}/zero`,
    token: session.access_token,
    userId: session.user.id,
    accountId: account.id,
    role: 'owner',
  });
  // Mutators read from the local store, which contains queried rows only.
  await office.preload(queries.galleries.list({ limit: 100 })).complete;
  return { marker, email, session, account, api, office };
}

/** A published gallery open by link, created by the back office's mutators. */
export async function publishGallery({ account, marker, office }: Studio): Promise<string> {
  const id = makeGalleryId(random, account.id);
  const now = Date.now();
  const blank = { description: '', customerId: null, date: now };
  await mutate(office, mutators.galleries.create({ id, name: `Wedding ${marker}`, ...blank, now }));
  await mutate(office, mutators.galleries.update({ id, changes: { visibility: 'link' }, now }));
  await mutate(office, mutators.galleries.setStatus({ id, to: 'published', now }));
  return id;
}

export interface TakenPhoto {
  id: string;
  fileId: string;
  originalKey: string;
  status: 'ready' | 'failed';
  failure: string | null;
}

/** Uploads an image as a browser does: presign, PUT, complete. Does not wait for ingest. */
export async function upload(
  studio: Studio,
  galleryId: string,
  bytes?: Buffer,
  type: PhotoMimeType = 'image/jpeg',
): Promise<string> {
  const content = bytes ?? (await scene(1200, 800).jpeg().toBuffer());
  const photoId = newId();
  const file = { photoId, filename: `${studio.marker}.jpg`, size: content.length, type };
  const signed = await studio.api.call(uploads.presign, {}, { galleryId, files: [file] });
  const { url, method, headers } = signed.uploads[0]!;
  const stored = await fetch(url, { method, headers, body: new Uint8Array(content) });
  expect(stored.status).toBe(200);
  await studio.api.call(uploads.complete, {}, { galleryId, photoIds: [photoId] });
  return photoId;
}

/**
 * Waits until a photo was ingested.
 * @returns its row
 */
export function taken({ db }: Stage, photoId: string): Promise<TakenPhoto> {
  return until(`photo ${photoId}`, async () => {
    const { rows } = await db.query<TakenPhoto>(
      `select id, file_id as "fileId", original_key as "originalKey", status, failure_reason as failure
       from photos where id = $1 and status in ('ready', 'failed')`,
      [photoId],
    );
    return rows[0];
  });
}

/** A published gallery with one ready photo as its cover. */
export async function deliverGallery(stage: Stage, studio: Studio): Promise<{ galleryId: string; photo: TakenPhoto }> {
  const galleryId = await publishGallery(studio);
  const photo = await taken(stage, await upload(studio, galleryId));
  expect(photo).toMatchObject({ status: 'ready', failure: null });
  await stage.db.query('update galleries set cover_photo_id = $2 where id = $1', [galleryId, photo.id]);
  return { galleryId, photo };
}
