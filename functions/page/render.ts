import { escapeHtml } from '#core/domain/escape-html.ts';
import type { Language } from '#core/domain/languages.ts';
import { photoSources } from '#core/domain/photo-sources.ts';
import { scriptJson } from '../lib/html.ts';
import type { PageData } from './page-data.ts';
import type { PageHead } from './page-head.ts';

/** What every page carries, so that one build of the browser's code serves every stage and port. */
export interface PublicConfig {
  supabaseUrl: string;
  supabaseAnonKey: string;
  zeroUrl: string;
  /** Who else people may sign in with, in the order of their buttons. */
  authProviders: readonly string[];
  /** Turnstile's public key; null where nobody is asked whether they are a person. */
  captchaSiteKey: string | null;
}

export interface PageContent {
  head: PageHead;
  language: Language;
  /** Of the page itself, without query. */
  url: string;
  origin: string;
  config: PublicConfig;
  /** The studio whose pages these are, where it is known (spec §2). */
  slug: string | null;
  /** Null in the back office, whose data comes by other ways. */
  data: PageData | null;
}

/** Fills a built template: `<html lang>`, `<!--head-->` and `<!--data-->`. */
export function renderPage(template: string, content: PageContent): string {
  return template
    .replace(/<html lang="[^"]*"/, () => `<html lang="${content.language}"`)
    .replace('<!--head-->', () => headTags(content).join('\n    '))
    .replace('<!--data-->', () => (content.data ? jsonScript('page-data', content.data) : ''));
}

function headTags({ head, url, origin, config, slug, data }: PageContent): string[] {
  const { title, description, image, index } = head;
  return [
    `<title>${escapeHtml(title)}</title>`,
    ...(description ? [meta('name', 'description', description)] : []),
    ...(data && !index ? [meta('name', 'robots', 'noindex')] : []),
    ...(slug ? [meta('name', 'public-layout', 'true'), meta('name', 'photographer-slug', slug)] : []),
    // The address of a booking is its secret: it goes nowhere else, and no preview repeats it.
    ...(data?.kind === 'booking' ? [meta('name', 'referrer', 'no-referrer')] : []),
    ...(data && data.kind !== 'not-found' && data.kind !== 'booking'
      ? [`<link rel="canonical" href="${escapeHtml(url)}">`, ...openGraph(head, url)]
      : []),
    ...(image
      ? [
          meta('property', 'og:image', origin + image.path),
          meta('property', 'og:image:width', String(image.width)),
          meta('property', 'og:image:height', String(image.height)),
          meta('property', 'og:image:alt', image.alt),
        ]
      : []),
    jsonScript('config', config),
    ...(data?.kind === 'gallery' ? [accessScript(data)] : []),
  ];
}

/** Opens the gallery's door, and fetches its cover, before the page's own script is there. */
function accessScript({ gallery }: Extract<PageData, { kind: 'gallery' }>): string {
  const cover = gallery.cover ? ` data-cover="${photoSources(gallery.id, gallery.cover).srcSet}"` : '';
  return `<script async fetchpriority="high" src="/door.js" data-gallery="${gallery.id}"${cover}></script>`;
}

function openGraph({ title, description, image }: PageHead, url: string): string[] {
  return [
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', title),
    ...(description ? [meta('property', 'og:description', description)] : []),
    meta('property', 'og:url', url),
    meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
  ];
}

function meta(attribute: 'name' | 'property', name: string, content: string): string {
  return `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`;
}

function jsonScript(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${scriptJson(value)}</script>`;
}
