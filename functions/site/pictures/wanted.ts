import { type ContentPage, type ReleaseContent } from '#core/domain/site/site.ts';
import { isKnownBlock, type KnownBlock } from '#core/domain/site/page-blocks.ts';
import { photoIdsOf, shownRows } from '#core/domain/site/page-rows.ts';
import { readPageSettings } from '#core/domain/site/pages.ts';
import {
  LIVE_PHOTOS,
  liveGalleries,
  MAX_LISTED_GALLERIES,
  MAX_SITE_PICTURES,
} from '#core/domain/site/site-pictures.ts';
import { listPublicGalleries, readPublicGallery } from '../../galleries/public-gallery.ts';
import { type Queryable, timestamp } from '../../platform/db/database.ts';
import { isShowable, WITH_DECISION } from './showable.ts';
import { IS_SITE_OPEN } from '../../platform/studio-facts.ts';

/** A photo that the website shows, in its present version. */
export interface WantedPhoto {
  id: string;
  galleryId: string;
  fileId: string;
  width: number;
}

/** Galleries whose first photos the pages of one site show. */
const MAX_LIVE_GALLERIES = 50;

/**
 * Returns the photos that a studio's live release shows and may show: the picked ones, the first ones of galleries shown
 * as they are now, and covers of listed galleries.
 */
export async function readWantedPhotos(db: Queryable, accountId: string, now: number): Promise<WantedPhoto[]> {
  const [row] = await db.query<{ content: ReleaseContent }>(
    `select c.content from site_state s join accounts a on a.id = s.account_id and ${IS_SITE_OPEN}
       join site_release_contents c on c.release_id = s.live_release_id and c.account_id = s.account_id
     where s.account_id = $1`,
    [accountId],
  );
  if (!row) return [];
  const { pages } = row.content;
  const ids = new Set([...pages.flatMap(pickedPhotos), ...(await galleryPhotos(db, accountId, pages, now))]);
  return db.query<WantedPhoto>(
    `select p.id, p.gallery_id as "galleryId", p.file_id as "fileId", p.width
     from photos p ${WITH_DECISION}
     where p.account_id = $1 and p.id = any ($2::text[]) and p.width is not null and ${isShowable('$3')} order by p.id`,
    [accountId, [...ids].slice(0, MAX_SITE_PICTURES), timestamp(now)],
  );
}

/** Returns the ids of the photos that a page names: in its blocks, and its own. */
export function pickedPhotos({ rows, settings }: Pick<ContentPage, 'rows' | 'settings'>): string[] {
  const own = readPageSettings(settings).photoId;
  return [...photoIdsOf(shownRows(rows)), ...(own ? [own] : [])];
}

async function galleryPhotos(
  db: Queryable,
  accountId: string,
  pages: readonly ContentPage[],
  now: number,
): Promise<string[]> {
  const blocks = pages.flatMap(blocksOf);
  const lists = blocks.filter((block) => block.kind === 'galleries');
  const live = liveGalleries(blocks);
  const listed = await listPublicGalleries(db, accountId, now);
  // A site that lists no galleries has the built-in list.
  const counts = lists.map(({ count }) => count ?? LIVE_PHOTOS);
  const covers = counts.length > 0 ? listed.slice(0, Math.max(...counts)) : listed.slice(0, MAX_LISTED_GALLERIES);
  const ids = covers.flatMap(({ cover }) => cover?.id ?? []);
  const shown = listed.filter(({ id }) => live.has(id)).slice(0, MAX_LIVE_GALLERIES);
  for (const { id } of shown) {
    const gallery = await readPublicGallery(db, accountId, id);
    ids.push(...(gallery?.photos.slice(0, live.get(id)) ?? []).map((photo) => photo.id));
  }
  return ids;
}

function blocksOf({ rows }: ContentPage): KnownBlock[] {
  return shownRows(rows).flatMap(({ cells }) => cells.flatMap(({ blocks }) => blocks.filter(isKnownBlock)));
}
