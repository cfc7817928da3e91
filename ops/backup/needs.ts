import { presetParams, renditionKey } from '#core/domain/image-params.ts';
import type { BucketName } from '#functions/lib/storage.ts';
import type { Catalog } from './catalog.ts';
import { readTableFile } from './copy-text.ts';
import { tableFile } from './folder.ts';
import type { TableRecord } from './manifest.ts';

export interface PhotoRow {
  id: string | null;
  gallery_id: string | null;
  file_id: string | null;
  status: string | null;
  original_key: string | null;
  size: string | null;
}
export interface OgRow {
  gallery_id: string | null;
  token: string | null;
}

export const PHOTO_COLUMNS = ['id', 'gallery_id', 'file_id', 'status', 'original_key', 'size'] as const;
export const OG_COLUMNS = ['gallery_id', 'token'] as const;

const FULLSCREEN = presetParams('fullscreen');
const PREVIEW = presetParams('preview');

/*
 * Of the renditions, those that code reads from the bucket by name: `source.json`, without which the transform
 * function cannot find an original; `fullscreen`, which is the download in web size; `preview`, of which link previews
 * are made; and those previews. Every other size is computed again when somebody first asks for it.
 */
const KEPT_NAMES = ['source.json', renditionName(FULLSCREEN), renditionName(PREVIEW)];

export function isKept(bucket: BucketName, key: string): boolean {
  return bucket === 'originals' || key.startsWith('og/') || KEPT_NAMES.some((name) => key.endsWith(`/${name}`));
}

function renditionName(params: typeof PREVIEW): string {
  return renditionKey('gallery', 'file', params).split('/').at(-1)!;
}

/** Notes what the snapshot's rows need, from the tables' files. */
export async function collectNeeds(catalog: Catalog, run: string, tables: readonly TableRecord[]): Promise<void> {
  catalog.clearNeeds();
  await catalog.batch(async () => {
    for await (const row of rowsOf(run, tables, 'photos', PHOTO_COLUMNS)) needPhoto(catalog, row);
    for await (const row of rowsOf(run, tables, 'og_pictures', OG_COLUMNS)) needOgPicture(catalog, row);
  });
}

function rowsOf<C extends string>(run: string, tables: readonly TableRecord[], name: string, columns: readonly C[]) {
  const table = tables.find((candidate) => candidate.schema === 'public' && candidate.name === name);
  if (!table) throw new Error(`the backup has no table ${name}`);
  return readTableFile(tableFile(run, table), table.columns, columns);
}

/**
 * A photo in the bucket's care owns what lies below its names; it needs its original from the moment that ingest took
 * it, and its renditions once it is ready. An upload under way may have arrived or not: both are right.
 */
export function needPhoto(catalog: Catalog, photo: PhotoRow): void {
  const { id, gallery_id: gallery, file_id: file, status, original_key: original } = photo;
  const row = id!;
  catalog.addOwner('originals', `${gallery}/${id}/`);
  catalog.addOwner('renditions', `${gallery}/${file}/`);
  const isReady = status === 'ready';
  if (!original || !(isReady || status === 'processing')) return;
  catalog.addNeed({ bucket: 'originals', key: original, row, size: isReady ? Number(photo.size) : null });
  if (!isReady) return;
  for (const name of KEPT_NAMES) {
    catalog.addNeed({ bucket: 'renditions', key: `${gallery}/${file}/${name}`, row, size: null });
  }
}

export function needOgPicture(catalog: Catalog, { gallery_id: gallery, token }: OgRow): void {
  const key = `og/${gallery}/${token}.jpg`;
  catalog.addOwner('renditions', key);
  catalog.addNeed({ bucket: 'renditions', key, row: gallery!, size: null });
}
