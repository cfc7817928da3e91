import { ID_LENGTH } from '#core/domain/values/ids.ts';
import {
  avifInstead,
  imageUrl,
  parseImageQuery,
  renditionKey,
  TILE_QUALITY,
} from '#core/domain/photos/image-params.ts';
import { scene } from '../support/pictures.ts';
import { insertGallery, newId } from '../support/rows.ts';
import type { Studio } from './studio.ts';

export interface PublicGallery {
  id: string;
  /** Number of photos. */
  size: number;
  address: string;
  /** URL path of its first picture, as a phone requests it. */
  firstPicture: string;
  /** Name of its last section; empty without sections. */
  lastSection: string;
}

/** Objects stored at a time. */
const PARALLEL = 16;
/** The rendition that a phone of pixel density 1 shows in the grid (core/domain/photos/image-sources.ts). */
export const SMALL = { width: 400, quality: TILE_QUALITY } as const;

/**
 * Creates a gallery that is open with its link, its small renditions stored: rows and objects without any ingest. Its
 * photos are divided evenly into `sections`; those of the first stay without a section.
 */
export async function insertPublicGallery(
  studio: Studio,
  size: number,
  { sections = 1 }: { sections?: number } = {},
): Promise<PublicGallery> {
  const { stack, database, account } = studio;
  const published = { status: 'published', published_at: new Date(), visibility: 'link' };
  const gallery = await insertGallery(database, account.id, { ...published, name: `${size} photos` });
  const fileIds = Array.from({ length: size }, () => newId(ID_LENGTH.file));
  const photoIds = fileIds.map(() => newId());
  await database.query(
    `insert into photos (id, account_id, author_id, gallery_id, filename, file_id, mime_type, original_key, size, width,
       height, status, captured_at)
     select id, $1, gen_random_uuid(), $2, 'IMG_' || n || '.jpg', file_id, 'image/jpeg', $2 || '/' || id || '/' || id,
       1000, case n % 3 when 1 then 2000 else 3000 end, case n % 3 when 1 then 3000 else 2000 end, 'ready',
       now() + n * interval '1 second'
     from unnest($3::text[], $4::text[]) with ordinality as given (id, file_id, n)`,
    [account.id, gallery, photoIds, fileIds],
  );
  for (let section = 1; section < sections; section++) {
    const ids = photoIds.slice((section * size) / sections, ((section + 1) * size) / sections);
    await insertSection(studio, gallery, section, ids);
  }
  await storeSmallRenditions(studio, gallery, fileIds);
  return {
    id: gallery,
    size,
    address: `${stack.origin}/p/${account.slug}/gallery/${gallery}`,
    firstPicture: imageUrl(gallery, fileIds[0], SMALL),
    lastSection: sections > 1 ? sectionName(sections - 1) : '',
  };
}

const sectionName = (order: number) => `Section ${order}`;

async function insertSection(
  { database, account }: Studio,
  gallery: string,
  order: number,
  photoIds: readonly string[],
): Promise<void> {
  const id = newId();
  await database.query(
    `insert into gallery_sections (id, account_id, author_id, gallery_id, name, "order")
     values ($1, $2, gen_random_uuid(), $3, $4, $5)`,
    [id, account.id, gallery, sectionName(order), order],
  );
  await database.query('update photos set section_id = $1 where id = any($2)', [id, photoIds]);
}

async function storeSmallRenditions({ renditions }: Studio, gallery: string, fileIds: readonly string[]) {
  const parsed = parseImageQuery(Object.entries(SMALL).map(([name, value]) => [name, String(value)]));
  if (!parsed.ok) throw new Error(parsed.parameter);
  const params = avifInstead(parsed.params)!;
  const bytes = new Uint8Array(await scene(400, 267).avif({ quality: params.quality, effort: 0 }).toBuffer());
  const waiting = [...fileIds];
  const storeNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await renditions.put(renditionKey(gallery, next, params), bytes, { contentType: 'image/avif' });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, storeNext));
}
