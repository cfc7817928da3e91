import { ID_LENGTH } from '#core/domain/ids.ts';
import { imageUrl, parseImageQuery, renditionKey } from '#core/domain/image-params.ts';
import { scene } from '../support/pictures.ts';
import { insertGallery, newId } from '../support/rows.ts';
import type { Stage } from './stage.ts';

export type GalleryFixture = {
  id: string;
  size: number;
  address: string;
  /** The address of its first picture, as a phone asks for it. */
  firstPicture: string;
};

/** Objects that are stored at a time. */
const LANES = 16;
/** What a phone of ordinary density shows in the grid (core/domain/image-sources.ts). */
export const SMALL = { width: 400, quality: 50, format: 'jpeg' } as const;

/** A gallery for everybody with its link, whose small renditions all lie in the bucket: rows and objects, no ingest. */
export async function makeGallery(stage: Stage, size: number): Promise<GalleryFixture> {
  const { stack, database, account } = stage;
  const published = { status: 'published', published_at: new Date(), visibility: 'link' };
  const gallery = await insertGallery(database, account.id, { ...published, name: `${size} photos` });
  const fileIds = Array.from({ length: size }, () => newId(ID_LENGTH.file));
  await database.query(
    `insert into photos (id, account_id, author_id, gallery_id, filename, file_id, mime_type, original_key, size, width,
       height, status, captured_at)
     select id, $1, gen_random_uuid(), $2, 'IMG_' || n || '.jpg', file_id, 'image/jpeg', $2 || '/' || id || '/' || id,
       1000, case n % 3 when 1 then 2000 else 3000 end, case n % 3 when 1 then 3000 else 2000 end, 'ready',
       now() + n * interval '1 second'
     from unnest($3::text[], $4::text[]) with ordinality as given (id, file_id, n)`,
    [account.id, gallery, fileIds.map(() => newId()), fileIds],
  );
  await storeSmall(stage, gallery, fileIds);
  const address = `${stack.origin}/p/${account.slug}/gallery/${gallery}`;
  return { id: gallery, size, address, firstPicture: imageUrl(gallery, fileIds[0], SMALL) };
}

async function storeSmall({ renditions }: Stage, gallery: string, fileIds: readonly string[]): Promise<void> {
  const parsed = parseImageQuery(Object.entries(SMALL).map(([name, value]) => [name, String(value)]));
  if (!parsed.ok) throw new Error(parsed.parameter);
  const bytes = new Uint8Array(await scene(400, 267).jpeg({ quality: 50 }).toBuffer());
  const waiting = [...fileIds];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await renditions.put(renditionKey(gallery, next, parsed.params), bytes, { contentType: 'image/jpeg' });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
