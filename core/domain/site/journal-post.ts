import { slugFrom } from '../galleries/gallery-link.ts';
import { type Block } from './page-blocks.ts';
import { COLUMNS, type Row, ROW_VERSION } from './page-rows.ts';
import { type PageSettings, pageTitle } from './pages.ts';
import { JOURNAL } from './site-links.ts';

/** Photos of a new post: enough for a story, few enough for one screen of scrolling. */
export const MAX_POST_PHOTOS = 24;

/** Longest summary in lists of posts, in characters. */
const SUMMARY = 200;

interface PostGallery {
  id: string;
  name: string;
  description: string;
  /** Epoch milliseconds. */
  date: number | null;
  publishedAt: number | null;
  /** Null if the gallery's first photo stands in. */
  coverPhotoId: string | null;
}

interface JournalPost {
  path: string;
  title: string;
  description: string;
  settings: PageSettings;
  rows: Row[];
}

/**
 * Returns a post that tells of a gallery: its cover, its description, a choice of its photos, and a link to all of them. The
 * location of the session is left out, because it is often a person's home.
 * @param photoIds visible photos in the gallery's order
 * @param views of photos, by id; the most viewed are chosen
 * @param taken paths of the other pages
 * @param makeId returns a new id for each part
 */
export function journalPost(gallery: PostGallery, { photoIds, views, taken, now, makeId }: PostSources): JournalPost {
  const cover = gallery.coverPhotoId ?? photoIds[0] ?? null;
  const chosen = choosePhotos(
    photoIds.filter((id) => id !== cover),
    views,
  );
  const row = (width: string, ...blocks: Array<Omit<Block, 'id'>>): Row => ({
    id: makeId(),
    v: ROW_VERSION,
    look: { width },
    cells: [
      {
        id: makeId(),
        span: COLUMNS,
        blocks: blocks.map(({ kind, ...block }) => ({ id: makeId(), kind: String(kind), ...block })),
      },
    ],
  });
  const paragraphs = gallery.description.split(/\n{2,}/).flatMap((part) => part.trim() || []);
  const body = paragraphs.map((text) => ({ type: 'p', children: [{ text }] }));
  return {
    path: freePath(gallery.name, taken),
    title: pageTitle.parse(gallery.name),
    description: summaryOf(gallery.description),
    settings: {
      kind: 'post',
      date: gallery.date ?? gallery.publishedAt ?? now,
      photoId: cover,
      galleryId: gallery.id,
    },
    rows: [
      ...(cover ? [row('wide', { kind: 'image', photoId: cover, link: `gallery:${gallery.id}` })] : []),
      ...(body.length > 0 ? [row('narrow', { kind: 'text', body })] : []),
      ...(chosen.length > 0
        ? [
            row('wide', {
              kind: 'gallery',
              mode: 'picked',
              layout: 'masonry',
              photos: chosen.map((photoId) => ({ photoId })),
            }),
          ]
        : []),
      row('narrow', {
        kind: 'button',
        label: LINK_TEXTS,
        link: `gallery:${gallery.id}`,
        align: 'center',
        style: 'quiet',
      }),
    ],
  };
}

export interface PostSources {
  photoIds: readonly string[];
  views: ReadonlyMap<string, number>;
  taken: ReadonlySet<string>;
  now: number;
  makeId: () => string;
}

const LINK_TEXTS = { en: 'See the whole gallery', es: 'Ver la galería completa', ca: 'Mira la galeria sencera' };

/** Returns the most viewed photos, and if too few were viewed, others spread over the gallery; in the gallery's order. */
function choosePhotos(photoIds: readonly string[], views: ReadonlyMap<string, number>): string[] {
  const viewed = photoIds
    .filter((id) => (views.get(id) ?? 0) > 0)
    .toSorted((a, b) => views.get(b)! - views.get(a)!)
    .slice(0, MAX_POST_PHOTOS);
  const others = photoIds.filter((id) => !viewed.includes(id));
  const missing = Math.min(MAX_POST_PHOTOS - viewed.length, others.length);
  const spread = Array.from({ length: missing }, (_, index) => others[Math.floor((index * others.length) / missing)]!);
  const chosen = new Set([...viewed, ...spread]);
  return photoIds.filter((id) => chosen.has(id));
}

function freePath(name: string, taken: ReadonlySet<string>): string {
  const path = `${JOURNAL}/${slugFrom(name) || 'post'}`;
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? path : `${path}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}

function summaryOf(description: string): string {
  const line = description.trim().replace(/\s+/g, ' ');
  return line.length <= SUMMARY ? line : `${line.slice(0, SUMMARY).replace(/\s\S*$/, '')}…`;
}
