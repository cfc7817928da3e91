import { presetParams, renditionKey, WEB_SIZE } from '#core/domain/photos/image-params.ts';
import { pictureFiles, picturePath } from '#core/domain/site/site-pictures.ts';
import { isVideo, posterKey } from '#core/domain/photos/videos.ts';
import type { BucketName } from '#functions/platform/storage/s3-client.ts';
import type { Catalog } from './catalog.ts';
import { readTableFile } from './copy-text.ts';
import { tableFile } from './folder.ts';
import type { TableRecord } from './manifest.ts';

interface PhotoRow {
  id: string | null;
  gallery_id: string | null;
  file_id: string | null;
  status: string | null;
  original_key: string | null;
  mime_type: string | null;
  size: string | null;
}
interface OgRow {
  gallery_id: string | null;
  token: string | null;
}

interface PictureRow {
  token: string | null;
  /** As Postgres copies an array: `{400,800}`. */
  widths: string | null;
  ready_at: string | null;
}

interface FormerFileRow {
  gallery_id: string | null;
  file_id: string | null;
}
interface WatermarkRow {
  id: string | null;
  account_id: string | null;
  image_key: string | null;
}
interface FontRow {
  id: string | null;
}
/** Signed contracts. */
interface ContractRow {
  contract_id: string | null;
  account_id: string | null;
  signed_sha256: string | null;
  final_sha256: string | null;
}
interface EffectRow {
  kind: string | null;
  payload: string | null;
  done_at: string | null;
}

const PHOTO_COLUMNS = ['id', 'gallery_id', 'file_id', 'status', 'original_key', 'size', 'mime_type'] as const;
const OG_COLUMNS = ['gallery_id', 'token'] as const;
const PICTURE_COLUMNS = ['token', 'widths', 'ready_at'] as const;
const FORMER_FILE_COLUMNS = ['gallery_id', 'file_id'] as const;
const WATERMARK_COLUMNS = ['id', 'account_id', 'image_key'] as const;
const FONT_COLUMNS = ['id'] as const;
const CONTRACT_COLUMNS = ['contract_id', 'account_id', 'signed_sha256', 'final_sha256'] as const;
const EFFECT_COLUMNS = ['kind', 'payload', 'done_at'] as const;

const FULLSCREEN = presetParams('fullscreen');
const PREVIEW = presetParams('preview');

/*
 * Renditions that code reads by name: `source.json`, with which the transform function finds an original; `fullscreen`,
 * the source of link previews and of websites' pictures; `preview`; the link previews themselves, and the pictures of
 * websites; the download in web size, which a photo that was ingested earlier lacks. Other sizes are computed again on
 * demand.
 */
const NEEDED_NAMES = ['source.json', renditionName(FULLSCREEN), renditionName(PREVIEW)];
const KEPT_NAMES = [...NEEDED_NAMES, renditionName(WEB_SIZE)];

export function isKept(bucket: BucketName, key: string): boolean {
  return (
    bucket === 'originals' || /^(og|site|fonts)\//.test(key) || KEPT_NAMES.some((name) => key.endsWith(`/${name}`))
  );
}

function renditionName(params: typeof PREVIEW): string {
  return renditionKey('gallery', 'file', params).split('/').at(-1)!;
}

/** Records the needs of the snapshot's rows, read from the tables' files. */
export async function collectNeeds(catalog: Catalog, run: string, tables: readonly TableRecord[]): Promise<void> {
  catalog.clearNeeds();
  await noteNeeds(catalog, (name, columns) => rowsOf(run, tables, name, columns));
}

/** Reads rows of a table of `public` with these columns. */
type ReadTable = <C extends string>(name: string, columns: readonly C[]) => AsyncIterable<Record<C, string | null>>;

/** Records the objects that rows need and own, from any source of rows. */
export async function noteNeeds(catalog: Catalog, read: ReadTable): Promise<void> {
  await catalog.batch(async () => {
    for await (const row of read('photos', PHOTO_COLUMNS)) needPhoto(catalog, row);
    for await (const row of read('og_images', OG_COLUMNS)) needOgPicture(catalog, row);
    for await (const row of read('site_pictures', PICTURE_COLUMNS)) needSitePicture(catalog, row);
    for await (const row of read('retired_photo_files', FORMER_FILE_COLUMNS)) ownFormerFile(catalog, row);
    for await (const row of read('watermarks', WATERMARK_COLUMNS)) needMark(catalog, row);
    for await (const row of read('custom_fonts', FONT_COLUMNS)) needFont(catalog, row);
    for await (const row of read('contract_texts', CONTRACT_COLUMNS)) needContract(catalog, row);
    for await (const row of read('outbox', EFFECT_COLUMNS)) ownOnTheWay(catalog, row);
  });
}

function rowsOf<C extends string>(run: string, tables: readonly TableRecord[], name: string, columns: readonly C[]) {
  const table = tables.find((candidate) => candidate.schema === 'public' && candidate.name === name);
  if (!table) throw new Error(`the backup has no table ${name}`);
  return readTableFile(tableFile(run, table), table.columns, columns);
}

/**
 * A stored photo owns all objects below its names. It needs its original once ingest has taken it, and its renditions
 * once it is ready. An unfinished upload may be stored or not.
 */
function needPhoto(catalog: Catalog, photo: PhotoRow): void {
  const { id, gallery_id: gallery, file_id: file, status, original_key: original } = photo;
  const row = id!;
  catalog.addOwner('originals', `${gallery}/${id}/`);
  catalog.addOwner('renditions', `${gallery}/${file}/`);
  const isReady = status === 'ready';
  if (!original || !(isReady || status === 'processing')) return;
  catalog.addNeed({ bucket: 'originals', key: original, row, size: isReady ? Number(photo.size) : null });
  if (!isReady) return;
  if (isVideo({ mimeType: photo.mime_type! }))
    catalog.addNeed({ bucket: 'originals', key: posterKey(original), row, size: null });
  for (const name of NEEDED_NAMES) {
    catalog.addNeed({ bucket: 'renditions', key: `${gallery}/${file}/${name}`, row, size: null });
  }
}

function needOgPicture(catalog: Catalog, { gallery_id: gallery, token }: OgRow): void {
  const key = `og/${gallery}/${token}.jpg`;
  catalog.addOwner('renditions', key);
  catalog.addNeed({ bucket: 'renditions', key, row: gallery!, size: null });
}

/** A website's picture owns its objects from its row on, and needs them once they are all stored. */
function needSitePicture(catalog: Catalog, { token, widths, ready_at: ready }: PictureRow): void {
  catalog.addOwner('renditions', `site/${token}-`);
  if (!ready) return;
  for (const file of pictureFiles((widths!.match(/\d+/g) ?? []).map(Number))) {
    catalog.addNeed({ bucket: 'renditions', key: picturePath(token!, file).slice(1), row: token!, size: null });
  }
}

/** The redirect to the current name; without it only a cached page lacks an image. */
function ownFormerFile(catalog: Catalog, { gallery_id: gallery, file_id: file }: FormerFileRow): void {
  catalog.addOwner('renditions', `${gallery}/${file}/`);
}

function needMark(catalog: Catalog, { id, account_id: account, image_key: key }: WatermarkRow): void {
  catalog.addOwner('originals', `watermarks/${account}/`);
  if (key) catalog.addNeed({ bucket: 'originals', key, row: id!, size: null });
}

function needContract(catalog: Catalog, row: ContractRow): void {
  const { contract_id: contract, account_id: account } = row;
  catalog.addOwner('originals', `contracts/${account}/`);
  for (const sha256 of [row.signed_sha256, row.final_sha256]) {
    const key = `contracts/${account}/${contract}/${sha256}.pdf`;
    if (sha256) catalog.addNeed({ bucket: 'originals', key, row: contract!, size: null });
  }
}

function needFont(catalog: Catalog, { id }: FontRow): void {
  catalog.addOwner('renditions', `fonts/${id}`);
  catalog.addNeed({ bucket: 'renditions', key: `fonts/${id}`, row: id!, size: null });
}

/** Originals of moved or copied photos: the only copies until they are written under their new name. */
function ownOnTheWay(catalog: Catalog, { kind, payload, done_at: done }: EffectRow): void {
  if (kind !== 'photos.transfer' || done !== null || payload === null) return;
  const { items } = JSON.parse(payload) as { items: readonly { from: string }[] };
  for (const { from } of items) catalog.addOwner('originals', `${from.split('/').slice(0, 2).join('/')}/`);
}
