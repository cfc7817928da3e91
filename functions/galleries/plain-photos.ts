import type { PublicGallery } from '#core/api/public.ts';
import { IMAGE_PRESETS, imageUrl } from '#core/domain/photos/image-params.ts';
import { downloadHref } from '#core/domain/photos/image-sources.ts';
import { playHref } from '#core/domain/photos/videos.ts';
import { escapeHtml } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import ca from '#locales/ca/page.json' with { type: 'json' };
import en from '#locales/en/page.json' with { type: 'json' };
import es from '#locales/es/page.json' with { type: 'json' };
import { formatText } from '../platform/texts.ts';

const TEXTS = { en, es, ca } as const;

/**
 * Photos in a page: more than a visitor scrolls past before the API returns the others. All 5,000 would be 810 KB
 * (316 KB compressed) before the first script; these are 8 KB.
 */
export const PHOTOS_IN_PAGE = 120;

/** Elements of plain photos, and their styles. */
const PARTS = {
  picture: 'display:block;max-width:800px;width:100%;height:auto;margin:0 auto',
  rest: 'max-width:800px;margin:0 auto;padding:24px 20px;text-align:center',
  downloads: 'max-width:800px;margin:0 auto;padding:32px 20px',
  heading: 'margin:0 0 8px;font-size:20px;font-weight:600',
  files: 'margin:0;padding:0;list-style:none',
  file: 'display:inline-block;margin-right:20px',
  link: 'display:inline-block;padding:12px 0;color:inherit;text-decoration:underline;overflow-wrap:anywhere',
} as const;

type Shown = Pick<PublicGallery, 'photos'> & {
  gallery: Pick<PublicGallery['gallery'], 'id' | 'photoCount' | 'downloads'>;
};

/** Rules of `.photos`, for a page whose policy allows no style attributes. */
export const PLAIN_PHOTO_CSS = Object.entries(PARTS)
  .map(([part, style]) => `.photos-${part}{${style}}`)
  .join('');

/**
 * Returns the photos of a gallery as plain pictures, for browsers without scripts or with old ones. Each links to its
 * larger picture, that of a video to the video. The downloads follow, as a list.
 * @param styled true for style attributes; false for the classes of `PLAIN_PHOTO_CSS`
 */
export function plainPhotos({ gallery, photos }: Shown, language: Language, { styled }: { styled: boolean }): string {
  const as = (part: keyof typeof PARTS) => (styled ? `style="${PARTS[part]}"` : `class="photos-${part}"`);
  const pictures = photos.map(({ id, fileId, width, height, video }, index) => {
    const position = { number: index + 1, total: gallery.photoCount, length: video ?? '' };
    const alt = formatText(TEXTS[language], language, video === undefined ? 'photoOf' : 'videoOf', position);
    const src = escapeHtml(imageUrl(gallery.id, fileId, IMAGE_PRESETS.preview));
    const target =
      video === undefined ? imageUrl(gallery.id, fileId, IMAGE_PRESETS.fullscreen) : playHref(gallery.id, id);
    return `<p><a href="${escapeHtml(target)}"><img src="${src}" alt="${escapeHtml(alt)}" width="${width}" height="${height}" loading="lazy" ${as('picture')}></a></p>`;
  });
  const first = { shown: photos.length, total: gallery.photoCount };
  // A script shows the other photos.
  const rest =
    photos.length < gallery.photoCount
      ? `<p ${as('rest')}>${escapeHtml(formatText(TEXTS[language], language, 'noScript.first', first))}</p>`
      : '';
  return pictures.join('') + rest + downloadLinks({ gallery, photos }, language, as);
}

/** Returns links that download single photos, unless the gallery has no downloads or asks for a PIN. */
function downloadLinks(
  { gallery, photos }: Shown,
  language: Language,
  as: (part: keyof typeof PARTS) => string,
): string {
  if (photos.length === 0 || !gallery.downloads.web || gallery.downloads.pin) return '';
  const title = escapeHtml(formatText(TEXTS[language], language, 'download'));
  const links = photos.map(({ id, filename }) => {
    const href = escapeHtml(downloadHref(gallery.id, id, 'web'));
    return `<li ${as('file')}><a href="${href}" ${as('link')}>${escapeHtml(filename)}</a></li>`;
  });
  return `<section ${as('downloads')}><h2 ${as('heading')}>${title}</h2><ul ${as('files')}>${links.join('')}</ul></section>`;
}
