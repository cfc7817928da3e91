import { escapeHtml } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import ca from '#locales/ca/page.json' with { type: 'json' };
import en from '#locales/en/page.json' with { type: 'json' };
import es from '#locales/es/page.json' with { type: 'json' };
import { plainPhotos } from '../galleries/plain-photos.ts';
import { formatText } from '../platform/texts.ts';
import { contactLinks } from '../public-studio/contact-links.ts';
import type { PageData } from '#core/api/page-data.ts';
import type { PlainEntry } from './plain-entry.ts';

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
  'display:inline-block;padding:10px 20px;border:0;border-radius:var(--radius-control);background:var(--accent);color:var(--on-accent);font:inherit;font-weight:500;text-decoration:none';

/** How a page continues without a script. */
interface WithoutScript {
  /** True if the page's markup has the studio's header and footer. */
  hasFrame: boolean;
  entry: PlainEntry | null;
}

/** Returns what a page shows without a script, for below its markup. */
export const withoutScript = (data: PageData | null, language: Language, page: WithoutScript): string =>
  photosOf(data, language) + needsScript(data, language, page);

/** Returns the photos of a gallery's page. */
function photosOf(data: PageData | null, language: Language): string {
  if (data?.kind !== 'gallery') return '';
  return `<noscript id="plain-photos">${plainPhotos(data, language, { styled: true })}</noscript>`;
}

/**
 * Returns what a page that only its script fills shows without one: what it is, the way to its plain page or to a gallery
 * that is open to everybody, else what to do, and how to reach the studio. Empty for all other pages.
 */
export function needsScript(data: PageData | null, language: Language, { hasFrame, entry }: WithoutScript): string {
  if (!data || !(data.kind in SHELLS)) return '';
  const shell = data as Extract<PageData, { kind: keyof typeof SHELLS }>;
  const text = (key: string) => escapeHtml(formatText(TEXTS[language], language, key, { studio: shell.studio.name }));
  const link = (href: string, label: string) => `<a href="${escapeHtml(href)}" style="${BUTTON}">${label}</a>`;
  // The markup of a gallery that is closed, or asks for a password, says what it is.
  if (data.kind === 'gallery-access' && hasFrame && data.access !== 'granted') {
    if (data.access !== 'password_required' || !entry || !('href' in entry)) return '';
    return `<noscript id="needs-script"><p style="max-width:34rem;margin:0 auto;padding:0 20px 48px">${link(entry.href, text('noScript.toPassword'))}</p></noscript>`;
  }
  if (data.kind === 'proposal' && data.proposal !== null && hasFrame) return '';
  // Its markup has the form that asks for a link.
  if (data.kind === 'client' && hasFrame && entry === null) return '';
  const what = SHELLS[shell.kind];
  const item = (href: string, label: string) =>
    `<li><a href="${escapeHtml(href)}" style="display:inline-block;padding:10px 0;color:inherit;overflow-wrap:anywhere">${escapeHtml(label)}</a></li>`;
  const contacts = contactLinks(shell.studio).map(({ href, label }) => item(href, label));
  const [reason, way] = wayOn();
  return `<noscript id="needs-script"><section style="max-width:34rem;margin:0 auto;padding:${hasFrame ? 0 : '12vh'} 20px 48px"><h1 style="margin:0 0 12px;font-size:1.75rem;line-height:1.2;font-weight:600">${text(`noScript.${what}`)}</h1><p style="margin:0">${text(reason)}</p>${way && `<div style="margin:24px 0 0">${way}</div>`}<ul style="margin:24px 0 0;padding:0;list-style:none">${contacts.join('')}</ul></section></noscript>`;

  /** Returns the key of what the page says, and the control that leads on; empty without one. */
  function wayOn(): [reason: string, way: string] {
    if (shell.kind === 'gallery-access' && shell.access === 'granted') {
      const href = `/p/${shell.studio.slug}/gallery/${encodeURIComponent(shell.galleryId)}`;
      return ['noScript.open', link(href, text('noScript.toGallery'))];
    }
    if (entry && 'token' in entry) {
      const token = `<input type="hidden" name="token" value="${escapeHtml(entry.token)}">`;
      const button = `<button style="${BUTTON}">${text('noScript.toGallery')}</button>`;
      return ['noScript.open', `<form method="post" action="${escapeHtml(entry.action)}">${token}${button}</form>`];
    }
    if (entry && shell.kind === 'client') return ['noScript.plain', link(entry.href, text('noScript.toClient'))];
    return ['noScript.text', ''];
  }
}
