import { randomBytes, randomUUID } from 'node:crypto';
import { renditionKey } from '#core/domain/photos/image-params.ts';
import { SET_ORDER, SET_PARAMS } from '#functions/images/decoder/protocol.ts';
import { pointerKey, writePointer } from '#functions/images/rendition-source.ts';
import type { TestDatabase } from './database.ts';
import type { ImageStore } from './image-store.ts';
import { insertAccount, insertCustomer, insertGallery, insertPhoto, insertRow, newId } from './rows.ts';

/** Names of a photo in all stores. */
export interface StoredPhoto {
  id: string;
  fileId: string;
  galleryId: string;
  originalKey: string;
}

/** Writes photos in the order in which the product writes rows and objects. */
export interface BusyStudio {
  accountId: string;
  galleryId: string;
  /** Adds a photo: row, original, `processing`, renditions, `ready`. */
  arrive: (bytes?: Uint8Array) => Promise<StoredPhoto>;
  /** Deletes a photo: objects, then the row, as the trash job does. */
  erase: (photo: StoredPhoto) => Promise<void>;
  /** Does the first half of a deletion only: a state that a backup may meet. */
  eraseObjects: (photo: StoredPhoto) => Promise<void>;
  /** Changes rows until `stop`. */
  startWriting: () => Writing;
}

export interface Writing {
  /** Resolves after this many further changes. */
  more: (count: number) => Promise<void>;
  stop: () => Promise<void>;
}

export async function openBusyStudio({ pool }: TestDatabase, store: ImageStore): Promise<BusyStudio> {
  const { id: accountId } = await insertAccount(pool);
  const galleryId = await insertGallery(pool, accountId);

  const setStatus = (photo: StoredPhoto, status: string) =>
    pool.query('update photos set status = $2 where id = $1', [photo.id, status]);
  const eraseObjects = async (photo: StoredPhoto) => {
    await store.originals.remove(photo.originalKey);
    for (const key of renditionKeys(photo)) await store.renditions.remove(key);
  };
  const arrive = async (bytes: Uint8Array = randomBytes(3000)) => {
    const [fileId, size] = [newId(24), bytes.length];
    const uploading = { status: 'uploading', file_id: fileId, original_key: null, size };
    const id = await insertPhoto(pool, accountId, galleryId, uploading);
    const photo = { id, fileId, galleryId, originalKey: `${galleryId}/${id}/${newId()}` };
    await pool.query('update photos set original_key = $2 where id = $1', [id, photo.originalKey]);
    await store.originals.put(photo.originalKey, bytes, { contentType: 'image/jpeg' });
    await setStatus(photo, 'processing');
    await storeRenditions(store, photo);
    await setStatus(photo, 'ready');
    return photo;
  };
  const erase = async (photo: StoredPhoto) => {
    await eraseObjects(photo);
    await pool.query('delete from photos where id = $1', [photo.id]);
  };
  const change = async (turn: number) => {
    const photo = await arrive();
    await insertCustomer(pool, accountId, { name: `Tab\tline\nback\\slash ${turn}` });
    await pool.query('update galleries set name = $2 where id = $1', [galleryId, `Turn ${turn}`]);
    if (turn % 3 === 0) await pool.query('update photos set deleted_at = now() where id = $1', [photo.id]);
    if (turn % 2 === 0) await erase(photo);
  };
  return { accountId, galleryId, arrive, erase, eraseObjects, startWriting: () => startWriting(change) };
}

function startWriting(change: (turn: number) => Promise<void>): Writing {
  let [turn, stopped] = [0, false];
  let waiting: { until: number; wake: () => void }[] = [];
  const run = async () => {
    while (!stopped) {
      await change((turn += 1));
      for (const { until, wake } of waiting) if (turn >= until) wake();
      waiting = waiting.filter(({ until }) => turn < until);
    }
  };
  const ended = run();
  return {
    more: (count) =>
      // Without this rethrow the test would wait for a failed writer forever.
      Promise.race([ended, new Promise<void>((wake) => waiting.push({ until: turn + count, wake }))]),
    stop: () => {
      stopped = true;
      return ended;
    },
  };
}

/** Stores what ingest writes; the bytes are no images. */
export async function storeRenditions(store: ImageStore, photo: StoredPhoto): Promise<void> {
  const [pointer, ...pictures] = renditionKeys(photo);
  await writePointer(store.renditions, pointer!, { originalKey: photo.originalKey, type: 'jpeg', focal: null });
  for (const key of pictures) {
    await store.renditions.put(key, randomBytes(200), { contentType: 'image/jpeg', cacheControl: 'public' });
  }
}

function renditionKeys({ galleryId, fileId }: StoredPhoto): string[] {
  const pictures = SET_ORDER.map((name) => renditionKey(galleryId, fileId, SET_PARAMS[name]));
  return [pointerKey(galleryId, fileId), ...pictures];
}

/** Inserts a user with a second factor, as a hosted auth service stores them. */
export async function insertPerson({ pool }: TestDatabase): Promise<string> {
  const [id, now] = [randomUUID(), new Date()];
  const email = `${id}@example.org`;
  await insertRow(pool, 'auth.users', { id, email, encrypted_password: '$2a$10$hash', created_at: now });
  const identity = { provider_id: id, user_id: id, identity_data: { sub: id, email }, provider: 'email' };
  await insertRow(pool, 'auth.identities', identity);
  const factor = { id: randomUUID(), user_id: id, factor_type: 'totp', status: 'verified', secret: 'JBSWY3DP' };
  await insertRow(pool, 'auth.mfa_factors', { ...factor, created_at: now, updated_at: now });
  return id;
}
