import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { galleryId } from '../../domain/values/ids.ts';
import { photoIds } from '../../domain/photos/photos.ts';
import type { Ctx } from '../context.ts';
import { assertReference, type OwnRow, ownRows } from '../own-rows.ts';

/** A bulk action is one mutation (docs/decisions/bars.md, bar 15). */
export const bulk = z.strictObject({ galleryId, photoIds });

type Row = OwnRow<'photos'>;

/** Columns that bulk mutations need. */
const PHOTO_COLUMNS = {
  id: 'id',
  status: 'status',
  mimeType: 'mime_type',
  deletedAt: '(extract(epoch from deleted_at) * 1000)::double precision',
  sectionId: 'section_id',
  captureOffset: 'capture_offset',
  rotation: 'rotation',
  focalX: 'focal_x',
  focalY: 'focal_y',
  styleVersion: 'style_version',
} as const;
type PhotoWithSection = Pick<Row, keyof typeof PHOTO_COLUMNS>;

/** Columns that determine a photo's position. */
const ORDER_COLUMNS = {
  id: 'id',
  filename: 'filename',
  capturedAt: '(extract(epoch from captured_at) * 1000)::double precision',
  captureOffset: 'capture_offset',
  uploadedAt: '(extract(epoch from uploaded_at) * 1000)::double precision',
  order: '"order"',
  sectionId: 'section_id',
} as const;

/**
 * Reads and locks some columns of photos from Postgres: Zero would read all columns as JSON, ten times as slow for
 * thousands of rows. The rows are locked until the end of the transaction in the order of their ids, which avoids
 * deadlocks.
 */
async function readRows<Columns extends Readonly<Record<string, string>>>(
  tx: Extract<Transaction, { location: 'server' }>,
  columns: Columns,
  where: string,
  values: unknown[],
): Promise<Pick<Row, keyof Columns & keyof Row>[]> {
  const list = Object.entries(columns).map(([name, sql]) => `${sql} as "${name}"`);
  const sql = `select ${list.join(', ')} from photos where ${where} order by id for no key update`;
  return [...(await tx.dbTransaction.query(sql, values))] as Pick<Row, keyof Columns & keyof Row>[];
}

/**
 * Locks and returns the named photos of a gallery. On the server one missing or foreign id refuses them all. A browser
 * continues with the rows it has: no query returns trashed photos, and the server's result follows.
 */
export async function loadPhotos(
  tx: Transaction,
  ctx: Ctx,
  gallery: string,
  ids: readonly string[],
): Promise<readonly PhotoWithSection[]> {
  const named = [...new Set(ids)];
  if (tx.location === 'client') {
    return tx.run(ownRows(ctx, 'photos').where('galleryId', gallery).where('id', 'IN', named));
  }
  const where = 'account_id = $1 and gallery_id = $2 and id = any ($3)';
  const rows = await readRows(tx, PHOTO_COLUMNS, where, [ctx.accountId, gallery, named]);
  if (rows.length !== named.length) throw new AppError('not_found', { field: 'photoIds' });
  return rows;
}

/** Returns every photo of a gallery outside the trash with its sort columns. */
export async function loadOrder(
  tx: Transaction,
  ctx: Ctx,
  gallery: string,
): Promise<readonly Pick<Row, keyof typeof ORDER_COLUMNS>[]> {
  if (tx.location === 'server') {
    const where = 'account_id = $1 and gallery_id = $2 and deleted_at is null';
    return readRows(tx, ORDER_COLUMNS, where, [ctx.accountId, gallery]);
  }
  const scoped = ownRows(ctx, 'photos').where('galleryId', gallery);
  return tx.run(scoped.where('deletedAt', 'IS', null));
}

/**
 * Returns every photo of a section, including trashed ones: restored later, they would otherwise refer to a missing
 * section.
 */
export async function loadSectionPhotos(
  tx: Transaction,
  ctx: Ctx,
  gallery: string,
  section: string,
): Promise<readonly PhotoWithSection[]> {
  if (tx.location === 'server') {
    const where = 'account_id = $1 and gallery_id = $2 and section_id = $3';
    return readRows(tx, PHOTO_COLUMNS, where, [ctx.accountId, gallery, section]);
  }
  const scoped = ownRows(ctx, 'photos').where('galleryId', gallery);
  return tx.run(scoped.where('sectionId', section));
}

/** Does the same as `loadPhotos`, but trashed photos count as missing. */
export async function loadLivePhotos(tx: Transaction, ctx: Ctx, gallery: string, ids: readonly string[]) {
  const rows = await loadPhotos(tx, ctx, gallery, ids);
  if (rows.some((photo) => photo.deletedAt !== null)) throw new AppError('not_found', { field: 'photoIds' });
  return rows;
}

/** Requires a section of the same gallery, or none, see `assertReference`. */
export async function assertSection(tx: Transaction, ctx: Ctx, gallery: string, id: string | null): Promise<void> {
  await assertReference(tx, ctx, 'gallerySections', id, 'sectionId', (section) => section.galleryId === gallery);
}

/** Columns that mutators change, with their SQL names and types. */
const COLUMNS = {
  deletedAt: ['deleted_at', 'timestamptz'],
  status: ['status', 'text'],
  filename: ['filename', 'text'],
  sourceFilename: ['source_filename', 'text'],
  failureReason: ['failure_reason', 'text'],
  sectionId: ['section_id', 'text'],
  isHidden: ['is_hidden', 'boolean'],
  captureOffset: ['capture_offset', 'integer'],
  rotation: ['rotation', 'smallint'],
  focalX: ['focal_x', 'double precision'],
  focalY: ['focal_y', 'double precision'],
  styleVersion: ['style_version', 'integer'],
  order: ['"order"', 'double precision'],
  galleryId: ['gallery_id', 'text'],
} as const;
type Change = Partial<Pick<Row, keyof typeof COLUMNS>>;

/**
 * Writes changes to many photos: row by row in the browser; on the server as one statement, whose triggers count once
 * (200 photos in at most a tenth of the time of 200 mutations). Photos may have different values,
 * but all have the same keys.
 * @param rows as loaded, so that they are the caller's own
 * @param now epoch milliseconds
 */
export async function updatePhotos(
  tx: Transaction,
  rows: readonly Pick<Row, 'id'>[],
  change: (index: number) => Change,
  now: number,
): Promise<void> {
  if (rows.length === 0) return;
  const changes = rows.map((_row, index) => change(index));
  if (tx.location === 'client') {
    for (const [index, { id }] of rows.entries()) {
      await tx.mutate.photos.update({ id, ...changes[index], updatedAt: now });
    }
    return;
  }
  const keys = Object.keys(changes[0] ?? {}) as (keyof Change)[];
  const names = keys.map((key) => COLUMNS[key][0]);
  const lists = keys.map((key, n) => `$${n + 3}::${COLUMNS[key][1]}[]`);
  const values = keys.map((key) => changes.map((changed) => sqlValue(key, changed[key])));
  await tx.dbTransaction.query(
    `update photos p set ${names.map((name) => `${name} = v.${name}`).join(', ')}, updated_at = $2
     from unnest($1::text[], ${lists.join(', ')}) as v (id, ${names.join(', ')}) where p.id = v.id`,
    [rows.map(({ id }) => id), new Date(now).toISOString(), ...values],
  );
}

function sqlValue(key: keyof Change, value: unknown): unknown {
  return key === 'deletedAt' && typeof value === 'number' ? new Date(value).toISOString() : (value ?? null);
}
