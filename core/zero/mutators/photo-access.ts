import type { Row as RowOf, Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/errors.ts';
import { galleryId } from '../../domain/ids.ts';
import { photoIds } from '../../domain/photos.ts';
import { clientTime, type Ctx } from '../context.ts';
import { type Schema, zql } from '../schema.ts';

/** Bulk acts are one mutation each (quality.md bar 15). */
export const bulk = z.strictObject({ galleryId, photoIds, now: clientTime });

type Row = RowOf<Schema['tables']['photos']>;

/** What acts on many photos ask of each. */
const PHOTO_COLUMNS = {
  id: 'id',
  status: 'status',
  deletedAt: '(extract(epoch from deleted_at) * 1000)::double precision',
  sectionId: 'section_id',
  captureOffset: 'capture_offset',
  rotation: 'rotation',
  focalX: 'focal_x',
  focalY: 'focal_y',
  styleVersion: 'style_version',
} as const;
type PhotoWithSection = Pick<Row, keyof typeof PHOTO_COLUMNS>;

/** What puts a gallery's photos in order. */
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
 * Some columns of photos from Postgres: Zero would ask for all, as JSON, which takes ten times as long for thousands.
 * The rows are held until the end of the transaction, in the order of their ids like everywhere, so that nobody who
 * writes some of the same waits in a circle.
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
 * The named photos of a gallery; one that is missing or foreign refuses them all. A browser goes on with those it has:
 * what is in the trash is in no screen's query any more, and comes back with the server's answer.
 */
export async function loadPhotos(
  tx: Transaction,
  ctx: Ctx,
  gallery: string,
  ids: readonly string[],
): Promise<readonly PhotoWithSection[]> {
  const named = [...new Set(ids)];
  if (tx.location === 'client') {
    return tx.run(zql.photos.where('accountId', ctx.accountId).where('galleryId', gallery).where('id', 'IN', named));
  }
  const where = 'account_id = $1 and gallery_id = $2 and id = any ($3)';
  const rows = await readRows(tx, PHOTO_COLUMNS, where, [ctx.accountId, gallery, named]);
  if (rows.length !== named.length) throw new AppError('not_found', { field: 'photoIds' });
  return rows;
}

/** Every photo of a gallery outside the trash, with what puts it in its place. */
export async function loadOrder(
  tx: Transaction,
  ctx: Ctx,
  gallery: string,
): Promise<readonly Pick<Row, keyof typeof ORDER_COLUMNS>[]> {
  if (tx.location === 'server') {
    const where = 'account_id = $1 and gallery_id = $2 and deleted_at is null';
    return readRows(tx, ORDER_COLUMNS, where, [ctx.accountId, gallery]);
  }
  const scoped = zql.photos.where('accountId', ctx.accountId).where('galleryId', gallery);
  return tx.run(scoped.where('deletedAt', 'IS', null));
}

/** Every photo of a section, those in the trash too: out of it they would come back without their section. */
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
  const scoped = zql.photos.where('accountId', ctx.accountId).where('galleryId', gallery);
  return tx.run(scoped.where('sectionId', section));
}

/** As `loadPhotos`, less what is in the trash: that is refused as if it were not there. */
export async function loadLivePhotos(tx: Transaction, ctx: Ctx, gallery: string, ids: readonly string[]) {
  const rows = await loadPhotos(tx, ctx, gallery, ids);
  if (rows.some((photo) => photo.deletedAt !== null)) throw new AppError('not_found', { field: 'photoIds' });
  return rows;
}

/** The section of the same gallery; a browser trusts, since it holds what its screens have asked for and no more. */
export async function assertSection(tx: Transaction, ctx: Ctx, gallery: string, id: string | null): Promise<void> {
  if (id === null || tx.location === 'client') return;
  const row = await tx.run(
    zql.gallerySections.where('id', id).where('accountId', ctx.accountId).where('galleryId', gallery).one(),
  );
  if (!row) throw new AppError('not_found', { field: 'sectionId' });
}

/** Columns that mutators change, with the names and types that SQL has for them. */
const COLUMNS = {
  deletedAt: ['deleted_at', 'timestamptz'],
  status: ['status', 'text'],
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
 * Writes changes to many photos: in the browser row by row, which costs nothing there; on the server as one statement,
 * whose triggers count once (quality.md bar 15: 200 photos in at most a tenth of 200 mutations' time). Each photo has
 * its own values, and all have the same keys.
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
