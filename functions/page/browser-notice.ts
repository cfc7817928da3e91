import { BROWSER_FLOORS } from '#core/domain/values/browser-floors.ts';
import { escapeHtml } from '#core/domain/values/format.ts';
import { IMAGE_PRESETS, imageUrl } from '#core/domain/photos/image-params.ts';
import { downloadHref } from '#core/domain/photos/image-sources.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { playHref } from '#core/domain/photos/videos.ts';
import ca from '#locales/ca/page.json' with { type: 'json' };
import en from '#locales/en/page.json' with { type: 'json' };
import es from '#locales/es/page.json' with { type: 'json' };
import { formatText } from '../platform/texts.ts';
import type { PageData } from './data.ts';

const TEXTS = { en, es, ca } as const;

/** Pages that are read more than used: their content stays below the notice. */
const READ_KINDS: ReadonlySet<PageData['kind']> = new Set(['landing', 'legal', 'studio', 'not-found']);

/**
 * Returns the notice for browsers below the page's floor, hidden until `theme.js` finds one. Its styles are its own: an
 * old browser may understand none of the page's.
 * @param data null in the back office
 */
export function browserNotice(data: PageData | null, language: Language): string {
  const versions = { ...BROWSER_FLOORS[data ? 'public' : 'office'] };
  const text = (key: string) => escapeHtml(formatText(TEXTS[language], language, `browser.${key}`, versions));
  const keeps = data && READ_KINDS.has(data.kind) ? ' data-keeps-page' : '';
  const words = text(data?.kind === 'gallery' ? 'photos' : 'text');
  return `<div id="browser-notice" role="alert" hidden${keeps} style="max-width:32em;margin:0 auto;padding:32px 20px;font:16px/1.5 system-ui,sans-serif"><p style="margin:0 0 8px;font-size:20px;font-weight:600">${text('title')}</p><p style="margin:0">${words}</p></div>`;
}

/**
 * Returns the photos of a gallery's page as plain pictures, for browsers without scripts or with old ones. Each links
 * to its larger picture, that of a video to the video. The downloads follow, as a list.
 */
export function plainPhotos(data: PageData | null, language: Language): string {
  if (data?.kind !== 'gallery') return '';
  const { gallery, photos } = data;
  const pictures = photos.map(({ id, fileId, width, height, video }, index) => {
    const position = { number: index + 1, total: gallery.photoCount, length: video ?? '' };
    const alt = formatText(TEXTS[language], language, video === undefined ? 'photoOf' : 'videoOf', position);
    const src = escapeHtml(imageUrl(gallery.id, fileId, IMAGE_PRESETS.preview));
    const target =
      video === undefined ? imageUrl(gallery.id, fileId, IMAGE_PRESETS.fullscreen) : playHref(gallery.id, id);
    return `<p><a href="${escapeHtml(target)}"><img src="${src}" alt="${escapeHtml(alt)}" width="${width}" height="${height}" loading="lazy" style="display:block;max-width:800px;width:100%;height:auto;margin:0 auto"></a></p>`;
  });
  return `<noscript id="plain-photos">${pictures.join('')}${downloadLinks(data, language)}</noscript>`;
}

/** Returns links that download single photos, unless the gallery has no downloads or asks for a PIN. */
function downloadLinks({ gallery, photos }: Extract<PageData, { kind: 'gallery' }>, language: Language): string {
  if (!gallery.downloads.web || gallery.downloads.pin) return '';
  const title = escapeHtml(formatText(TEXTS[language], language, 'download'));
  const links = photos.map(({ id, filename }) => {
    const href = escapeHtml(downloadHref(gallery.id, id, 'web'));
    return `<li style="display:inline-block;margin-right:20px"><a href="${href}" style="display:inline-block;padding:12px 0;color:inherit;text-decoration:underline;overflow-wrap:anywhere">${escapeHtml(filename)}</a></li>`;
  });
  return `<section style="max-width:800px;margin:0 auto;padding:32px 20px"><h2 style="margin:0 0 8px;font-size:20px;font-weight:600">${title}</h2><ul style="margin:0;padding:0;list-style:none">${links.join('')}</ul></section>`;
}
