import { IMAGE_PRESETS, imageUrl } from '#core/domain/photos/image-params.ts';
import { downloadHref } from '#core/domain/photos/image-sources.ts';
import { playHref } from '#core/domain/photos/videos.ts';
import { escapeHtml, telHref } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import ca from '#locales/ca/page.json' with { type: 'json' };
import en from '#locales/en/page.json' with { type: 'json' };
import es from '#locales/es/page.json' with { type: 'json' };
import { formatText } from '../platform/texts.ts';
import type { PageData } from '#core/api/page-data.ts';

const TEXTS = { en, es, ca } as const;

/** Pages that only a script fills: what they are, without one. */
const SHELLS = {
  'gallery-access': 'gallery',
  booking: 'booking',
  proposal: 'proposal',
  client: 'client',
  add: 'add',
} as const satisfies Partial<Record<PageData['kind'], string>>;

const BUTTON =
  'display:inline-block;padding:10px 20px;border-radius:var(--radius-control);background:var(--accent);color:var(--on-accent);font-weight:500;text-decoration:none';

/** Returns what a page shows without a script, for below its markup. @param hasFrame true if there is a markup */
export const withoutScript = (data: PageData | null, language: Language, hasFrame: boolean): string =>
  plainPhotos(data, language) + needsScript(data, language, hasFrame);

/**
 * Returns what a page that only its script fills shows without one: what it is, what to do, and how to reach the studio;
 * the way to a gallery that is open to everybody. Empty for all other pages.
 * @param hasFrame true if the page's markup has the studio's header and footer
 */
export function needsScript(data: PageData | null, language: Language, hasFrame: boolean): string {
  if (!data || !(data.kind in SHELLS)) return '';
  // The markup of a gallery that is closed, or asks for a password, says what to do.
  if (data.kind === 'gallery-access' && hasFrame && data.access !== 'granted') return '';
  if (data.kind === 'proposal' && data.proposal !== null && hasFrame) return '';
  const shell = data as Extract<PageData, { kind: keyof typeof SHELLS }>;
  const { name, slug, email, phone } = shell.studio;
  const text = (key: string) => escapeHtml(formatText(TEXTS[language], language, key, { studio: name }));
  const what = SHELLS[shell.kind];
  const isOpen = shell.kind === 'gallery-access' && shell.access === 'granted';
  const link = (href: string, label: string) =>
    `<li><a href="${escapeHtml(href)}" style="display:inline-block;padding:10px 0;color:inherit;overflow-wrap:anywhere">${escapeHtml(label)}</a></li>`;
  const contacts = [
    email && link(`mailto:${email}`, email),
    phone && link(telHref(phone), phone),
    link(`/p/${slug}`, name),
  ];
  const gallery = isOpen
    ? `<p style="margin:24px 0 0"><a href="/p/${slug}/gallery/${encodeURIComponent(shell.galleryId)}" style="${BUTTON}">${text('noScript.toGallery')}</a></p>`
    : '';
  return `<noscript id="needs-script"><section style="max-width:34rem;margin:0 auto;padding:${hasFrame ? 0 : '12vh'} 20px 48px"><h1 style="margin:0 0 12px;font-size:1.75rem;line-height:1.2;font-weight:600">${text(`noScript.${what}`)}</h1><p style="margin:0">${text(isOpen ? 'noScript.open' : 'noScript.text')}</p>${gallery}<ul style="margin:24px 0 0;padding:0;list-style:none">${contacts.filter(Boolean).join('')}</ul></section></noscript>`;
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
  const first = photos.length < gallery.photoCount ? restNote(photos.length, gallery.photoCount, language) : '';
  return `<noscript id="plain-photos">${pictures.join('')}${first}${downloadLinks(data, language)}</noscript>`;
}

/** Says that a script shows the other photos. */
function restNote(shown: number, total: number, language: Language): string {
  const text = escapeHtml(formatText(TEXTS[language], language, 'noScript.first', { shown, total }));
  return `<p style="max-width:800px;margin:0 auto;padding:24px 20px;text-align:center">${text}</p>`;
}

/** Returns links that download single photos, unless the gallery has no downloads or asks for a PIN. */
function downloadLinks({ gallery, photos }: Extract<PageData, { kind: 'gallery' }>, language: Language): string {
  if (photos.length === 0 || !gallery.downloads.web || gallery.downloads.pin) return '';
  const title = escapeHtml(formatText(TEXTS[language], language, 'download'));
  const links = photos.map(({ id, filename }) => {
    const href = escapeHtml(downloadHref(gallery.id, id, 'web'));
    return `<li style="display:inline-block;margin-right:20px"><a href="${href}" style="display:inline-block;padding:12px 0;color:inherit;text-decoration:underline;overflow-wrap:anywhere">${escapeHtml(filename)}</a></li>`;
  });
  return `<section style="max-width:800px;margin:0 auto;padding:32px 20px"><h2 style="margin:0 0 8px;font-size:20px;font-weight:600">${title}</h2><ul style="margin:0;padding:0;list-style:none">${links.join('')}</ul></section>`;
}
