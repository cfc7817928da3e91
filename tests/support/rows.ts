import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { ID_LENGTH, makeGalleryId, makeId } from '#core/domain/values/ids.ts';

export type Row = Record<string, unknown>;
export type Db = Pool | PoolClient;

const random = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes);

/** Returns a new id; 20 letters by default, as in core/domain/values/ids.ts. */
export const newId = (length: number = ID_LENGTH.row) => makeId(random, length);

/** Inserts one row; only the database's own rules apply. Objects and lists become `jsonb`. */
export async function insertRow(db: Db, table: string, row: Row): Promise<void> {
  const columns = Object.keys(row).map((name) => `"${name}"`);
  const parameters = columns.map((_, index) => `$${index + 1}`);
  const values = Object.values(row).map(sqlValue);
  await db.query(`insert into ${table} (${columns.join(', ')}) values (${parameters.join(', ')})`, values);
}

/** Inserts a studio with its owner; `values` overrides columns. */
export async function insertAccount(db: Db, values: Row = {}): Promise<{ id: string; ownerId: string }> {
  const [id, ownerId] = [newId(ID_LENGTH.account), randomUUID()];
  await insertRow(db, 'accounts', { id, author_id: ownerId, name: 'Studio', slug: `studio-${id}`, ...values });
  await insertRow(db, 'account_members', {
    account_id: id,
    user_id: ownerId,
    role: 'owner',
    email: 'owner@example.org',
  });
  return { id, ownerId };
}

/** Inserts a gallery, a draft by default. */
export async function insertGallery(db: Db, accountId: string, values: Row = {}): Promise<string> {
  const id = makeGalleryId(random, accountId);
  await insertRow(db, 'galleries', { id, account_id: accountId, author_id: randomUUID(), name: 'Wedding', ...values });
  return id;
}

/** Inserts a ready photo without a stored original. */
export async function insertPhoto(db: Db, accountId: string, galleryId: string, values: Row = {}): Promise<string> {
  const id = newId();
  const original = { original_key: `${galleryId}/${id}/${newId()}`, size: 1000, width: 3000, height: 2000 };
  const parents = { account_id: accountId, author_id: randomUUID(), gallery_id: galleryId };
  const file = { filename: 'IMG_0001.jpg', file_id: newId(ID_LENGTH.file), mime_type: 'image/jpeg' };
  await insertRow(db, 'photos', { id, ...parents, ...file, ...original, status: 'ready', ...values });
  return id;
}

/** Inserts a section of a gallery. */
export async function insertSection(db: Db, accountId: string, galleryId: string, values: Row = {}): Promise<string> {
  const id = newId();
  const parents = { account_id: accountId, author_id: randomUUID(), gallery_id: galleryId };
  await insertRow(db, 'gallery_sections', { id, ...parents, name: 'Ceremony', ...values });
  return id;
}

/** Inserts a watermark without a stored image. */
export async function insertWatermark(db: Db, accountId: string, values: Row = {}): Promise<string> {
  const id = newId();
  const author = { account_id: accountId, author_id: randomUUID() };
  const image = { image_version: 1, image_key: `watermarks/${accountId}/${id}`, image_width: 80, image_height: 20 };
  await insertRow(db, 'watermarks', { id, ...author, name: 'Studio', kind: 'text', ...image, ...values });
  return id;
}

/** Inserts an uploaded font that nobody has confirmed, without its file. */
export async function insertFont(db: Db, accountId: string, values: Row = {}): Promise<string> {
  const id = newId();
  const metrics = { ascent: 0.95, descent: 0.25, lineGap: 0, width: 0.45 };
  const metadata = {
    metrics,
    weights: [400, 400],
    isItalic: false,
    copyright: '',
    licence: '',
    licenceUrl: '',
    missing: '',
    confirmed: null,
  };
  const file = { file_name: 'own.otf', url_path: `/api/fonts/${id}`, file_size: 20_000, font_type: 'otf' };
  const font = { id, account_id: accountId, user_id: randomUUID(), font_family: 'Own', ...file, metadata };
  await insertRow(db, 'custom_fonts', { ...font, ...values });
  return id;
}

/** Inserts a client. */
export async function insertCustomer(db: Db, accountId: string, values: Row = {}): Promise<string> {
  const id = newId();
  await insertRow(db, 'customers', { id, account_id: accountId, author_id: randomUUID(), name: 'Ada', ...values });
  return id;
}

/** Applies to lists and objects only: a string must not be quoted as JSON. */
function sqlValue(value: unknown): unknown {
  const isJson = typeof value === 'object' && value !== null && !(value instanceof Date);
  return isJson ? JSON.stringify(value) : value;
}
