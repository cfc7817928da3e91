import { linkKey } from '#core/domain/galleries/gallery-link.ts';
import { type Language, LANGUAGES } from '#core/domain/values/languages.ts';
import { pagePath } from '#core/domain/site/pages.ts';
import { FEED, JOURNAL } from '#core/domain/site/site-links.ts';
import { rowId } from '#core/domain/values/ids.ts';

/** The page of a path. */
export type PagePath =
  | { page: 'app' }
  | { page: 'sign-in'; mode: SignInMode }
  /** An invitation to a studio's team. */
  | { page: 'join'; inviteId: string }
  | { page: 'landing' }
  | { page: 'terms' }
  | { page: 'privacy' }
  | { page: 'developers' }
  /** The form for notices of illegal content. */
  | { page: 'report' }
  /** How the product works now, and what was announced. */
  | { page: 'status' }
  | { page: 'studio'; slug: string }
  /** The studio's page after its contact form was sent without a script. */
  | { page: 'sent'; slug: string }
  | { page: 'book'; slug: string }
  /** Where guests add photos to a gallery, by a secret token. */
  | { page: 'add'; slug: string; token: string }
  /** A client's own booking, by its secret token. */
  | { page: 'booking'; slug: string; token: string }
  /** What the studio offers a client, by its secret token. */
  | { page: 'proposal'; slug: string; token: string }
  /** Everything of one client, by the secret token of their link; without one, where a client asks for it. */
  | { page: 'client'; slug: string; token: string | null }
  | { page: 'gallery' | 'invite'; slug: string; galleryId: string }
  /** A gallery by its readable link. */
  | { page: 'link'; slug: string; link: string; key: string }
  /** A page of the studio's own website, without a language in the studio's. */
  | { page: 'site'; slug: string; language: Language | null; path: string }
  | { page: 'sitemap'; slug: string }
  | { page: 'robots'; slug: string }
  /** `robots.txt` of the product's host. */
  | { page: 'all-robots' }
  /** The journal as RSS. */
  | { page: 'feed'; slug: string; language: Language | null }
  /** An unknown path below a studio's slug. */
  | { page: 'unknown'; slug: string | null };

/** A path below a studio's slug. */
export type StudioPath = Extract<PagePath, { slug: string | null }>;

/** On a studio's own domain it redirects to the product's host. */
export const REPORT_PATH = '/report';

/** Forms of the sign-in page, and that of a new password. */
export type SignInMode = 'signin' | 'signup' | 'link' | 'forgot' | 'reset';

const SIGN_IN: Readonly<Record<string, SignInMode>> = {
  '/login': 'signin',
  '/app/auth': 'signin',
  '/app/auth/signup': 'signup',
  '/app/auth/link': 'link',
  '/app/auth/forgot': 'forgot',
  '/reset-password': 'reset',
};

/** How the paths of invitations to a team begin. */
const JOIN = '/app/join/';

/** Paths of the back office: one document for all, without data. */
const APP = /^\/app(?:\/.*)?$/;

/**
 * Parses a path. Accepts one spelling only, without percent-encoding and empty segments: others would be cached beside
 * it, and a purge would miss them.
 */
export function readPagePath(path: string): PagePath {
  const mode = Object.hasOwn(SIGN_IN, path) ? SIGN_IN[path] : undefined;
  if (mode) return { page: 'sign-in', mode };
  const inviteId = path.startsWith(JOIN) ? rowId.safeParse(path.slice(JOIN.length)).data : undefined;
  if (inviteId) return { page: 'join', inviteId };
  if (APP.test(path)) return { page: 'app' };
  if (path === '/') return { page: 'landing' };
  if (path === '/terms') return { page: 'terms' };
  if (path === '/privacy') return { page: 'privacy' };
  if (path === '/developers') return { page: 'developers' };
  if (path === REPORT_PATH) return { page: 'report' };
  if (path === '/status') return { page: 'status' };
  if (path === '/robots.txt') return { page: 'all-robots' };
  const [, root, slug, page, id, ...rest] = path.split('/');
  if (root !== 'p' || !slug) return { page: 'unknown', slug: null };
  if (page === undefined) return { page: 'studio', slug };
  if ((page === 'book' || page === 'sent') && id === undefined) return { page, slug };
  if (page === 'client' && id === undefined) return { page, slug, token: null };
  const key = id === undefined ? linkKey(page) : null;
  if (key !== null) return { page: 'link', slug, link: page, key };
  if (page === 'sitemap.xml' && id === undefined) return { page: 'sitemap', slug };
  if (page === 'robots.txt' && id === undefined) return { page: 'robots', slug };
  if (OWN_SEGMENTS.has(page)) {
    if (!id || rest.length > 0 || page === 'book' || page === 'sent') return { page: 'unknown', slug };
    return page === 'booking' || page === 'proposal' || page === 'add' || page === 'client'
      ? { page, slug, token: id }
      : { page: page as 'gallery' | 'invite', slug, galleryId: id };
  }
  return readSitePath(slug, path.split('/').slice(3));
}

/** First segments below a slug that no page of a website has; a readable gallery link precedes pages, too. */
const OWN_SEGMENTS: ReadonlySet<string> = new Set([
  'add',
  'book',
  'booking',
  'client',
  'gallery',
  'invite',
  'proposal',
  'sent',
]);

function readSitePath(slug: string, segments: readonly string[]): PagePath {
  const language = LANGUAGES.find((one) => one === segments[0]) ?? null;
  const path = segments.slice(language ? 1 : 0).join('/');
  if (path === FEED) return { page: 'feed', slug, language };
  if (path !== '' && path !== JOURNAL && !pagePath.safeParse(path).success) return { page: 'unknown', slug };
  return { page: 'site', slug, language, path };
}

/** Returns the part of a path below the studio's slug, with a leading slash; empty for the studio's page. */
export function remainingPath(path: StudioPath): string {
  if (path.page === 'link') return `/${path.link}`;
  if (path.page === 'gallery') return `/gallery/${encodeURIComponent(path.galleryId)}`;
  if (path.page === 'booking' || path.page === 'proposal' || path.page === 'add')
    return `/${path.page}/${encodeURIComponent(path.token)}`;
  if (path.page === 'client') return path.token === null ? '/client' : `/client/${encodeURIComponent(path.token)}`;
  if (path.page === 'site') return [path.language, path.path].map((part) => (part ? `/${part}` : '')).join('');
  if (path.page === 'feed') return [path.language, FEED].map((part) => (part ? `/${part}` : '')).join('');
  if (path.page === 'sitemap') return '/sitemap.xml';
  if (path.page === 'robots') return '/robots.txt';
  return path.page === 'book' || path.page === 'sent' ? `/${path.page}` : '';
}
