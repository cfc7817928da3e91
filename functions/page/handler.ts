import { domainOrigin } from '#core/domain/site/domains.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { galleryLink } from '#core/domain/galleries/gallery-link.ts';
import { MAX_TOKEN_GALLERIES, OPEN_GALLERIES_HEADER } from '#core/domain/photos/image-token.ts';
import { CHOSEN_LANGUAGE_HEADER, type Language, LANGUAGES, matchLanguage } from '#core/domain/values/languages.ts';
import { SIGN_IN_PATHS } from '#core/domain/studio/sign-in-paths.ts';
import { readPreviewPath } from '#core/domain/site/site-previews.ts';
import { contentSecurityPolicy } from '../edge/response-headers.ts';
import { readInvite } from '../members/invite-rows.ts';
import { reportError } from '../platform/observability/report-error.ts';
import { type LambdaHandler, respond, type Result } from '../platform/http/handler.ts';
import type { HttpRequest } from '../platform/http/request.ts';
import type { Services } from '../platform/services.ts';
import { reportPage } from '../notices/report-page.ts';
import { readStatus, statusPage } from '../status/status-page.ts';
import { findHost, type PageHost, productPath } from './host.ts';
import { renderFeed } from './feed.ts';
import type { PageData } from '#core/api/page-data.ts';
import { loadPage } from './data.ts';
import type { PageOptions, PageTemplates } from './options.ts';
import { type PagePath, readPagePath, REPORT_PATH } from './page-path.ts';
import { plainEntry } from './plain-entry.ts';
import { fontFaces, inlineHashes, styleTags } from './inline-styles.ts';
import { appHead, pageHead, renderPage, studioOf } from './render.ts';
import { codeFile, codeStyle, isCodePath } from './site-code.ts';
import { renderRobots, renderSitemap } from './site-files.ts';
import { previewPage } from './site-preview.ts';
import { pageResult, unavailablePage } from './unavailable-page.ts';
import { renderSitePage } from './site-render.ts';

/** The CDN caches for a minute, by host, path and language; browsers revalidate (docs/decisions/gallery-access.md). */
const SHORT_CACHE_CONTROL = 'public, max-age=0, s-maxage=60';

/** Renders every HTML page. */
export function createPage(services: Services, options: PageOptions): LambdaHandler {
  return (event) =>
    respond(event, services, async (request) => {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        throw new AppError('method_not_allowed', { allow: ['GET', 'HEAD'] });
      const page = await pageFor(request, services, options).catch((error: unknown) => unavailablePage(error, request));
      const chosen = findLanguage(new URLSearchParams(keptQuery(request)).get('lng'));
      if (!chosen || (page.statusCode ?? 200) >= 400) return page;
      return { ...page, headers: { ...page.headers, [CHOSEN_LANGUAGE_HEADER]: chosen } };
    });
}

/** Returns what a redirect keeps of the address's query, as the edge has chosen it; empty for nothing. */
const keptQuery = (request: HttpRequest) => request.headers['x-query'] ?? '';

/** Adds a query to the address of a redirect. */
const withQuery = (address: string, query: string) => (query ? `${address}?${query}` : address);

async function pageFor(request: HttpRequest, services: Services, options: PageOptions): Promise<Result> {
  const origin = services.appOrigin;
  // The distribution resolves query, cookie and browser in this order, and uses the result as cache key.
  const preferred = request.headers['x-language'] ?? request.headers['accept-language'];
  const language = matchLanguage(preferred);
  const query = keptQuery(request);
  const host = await findHost(services.db, request.headers['x-viewer-host'] ?? '', origin);
  // CloudFront itself refuses hosts without a tenant; this is a domain that was removed a moment ago.
  if (!host) return html(421, '', 'no-store');
  const isOwnDomain = host.kind === 'studio';
  if (isOwnDomain && (SIGN_IN_PATHS.includes(request.path) || request.path === REPORT_PATH)) {
    const location = withQuery(origin + request.path, query);
    return { statusCode: 302, headers: { location, 'cache-control': 'no-store' } };
  }
  if (isCodePath(request.path)) return codeFile(services.db, request.path, host, options.customScripts);
  const templates = await options.templates();
  const preview = isOwnDomain ? null : readPreviewPath(request.path);
  if (preview) return previewPage(request, preview, services, { templates, language });
  const path = readPagePath(productPath(host, request.path));
  const common = { language, url: origin + request.path, origin, config: options.config };
  if (path.page === 'report') return pageResult(reportPage({ language, values: {}, error: null }), SHORT_CACHE_CONTROL);
  if (path.page === 'status') {
    const now = services.clock();
    const facts = await readStatus(services.db, now);
    return pageResult(
      statusPage(facts, { language, now, fonts: fontFaces(templates.index) }),
      facts ? SHORT_CACHE_CONTROL : 'no-store',
    );
  }
  if (path.page === 'app' || path.page === 'sign-in' || path.page === 'join') {
    const template = path.page === 'app' ? templates.app : templates.signIn;
    const invitation =
      path.page === 'join' ? await renderInvitation(path.inviteId, templates, { request, services, language }) : null;
    const head = appHead(language);
    const content = {
      ...common,
      head: invitation ? { ...head, title: `${invitation.title} · ${head.title}` } : head,
      slug: null,
      data: null,
      markup: path.page === 'sign-in' ? templates.renderSignIn(path.mode, language, options.config) : invitation,
      entry: null,
      fonts: null,
      favicon: '',
    };
    const page = html(200, renderPage(template, content), path.page === 'join' ? 'no-store' : SHORT_CACHE_CONTROL);
    return withGalleries(page, pagePolicy(template, options, host), []);
  }
  const loaded = await loadPage(services.db, path, services.clock(), {
    stage: options.stage,
    siteOrigin: (domain) => (isOwnDomain ? '' : domainOrigin(origin, domain)),
  });
  if ('movedTo' in loaded) {
    // Permanent but only briefly cached, because a studio may take its previous slug back.
    const caching = hasSecretPath(path) ? 'no-store' : SHORT_CACHE_CONTROL;
    const location = isOwnDomain ? withoutSlug(loaded.movedTo, host.slug) : loaded.movedTo;
    // A language that the address names is chosen, although the page has none of it in its address.
    const kept = query || (path.page === 'site' && path.language ? `lng=${path.language}` : '');
    return { statusCode: 301, headers: { location: withQuery(location, kept), 'cache-control': caching } };
  }
  if ('sitemap' in loaded) {
    const headers = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': SHORT_CACHE_CONTROL };
    const at = loaded.domain === null ? origin : domainOrigin(origin, loaded.domain);
    return { statusCode: 200, headers, body: renderSitemap(loaded.sitemap, at) };
  }
  if ('robots' in loaded) {
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': SHORT_CACHE_CONTROL };
    return { statusCode: 200, headers, body: renderRobots(loaded.robots, isOwnDomain ? host.origin : origin) };
  }
  if ('feed' in loaded) {
    const headers = { 'content-type': 'application/rss+xml; charset=utf-8', 'cache-control': SHORT_CACHE_CONTROL };
    const at = loaded.domain === null ? origin : domainOrigin(origin, loaded.domain);
    return { statusCode: 200, headers, body: renderFeed(loaded.feed, at) };
  }
  if ('site' in loaded) {
    const { site, domain, fonts, isMissing } = loaded;
    // The studio's script would be at home on the product's origin: it is left out there.
    const runsScript = isOwnDomain && options.customScripts;
    const code = runsScript ? loaded.code : { ...loaded.code, script: null };
    const at = domain === null ? origin : domainOrigin(origin, domain);
    const address = at + site.href;
    // An address without a language is shown in the visitor's, if the page is translated.
    const translated = hasNoLanguage(path) && site.languages.find((one) => one.language === findLanguage(preferred));
    if (translated && translated.language !== site.language) {
      const location = withQuery(at + translated.href, query);
      return { statusCode: 302, headers: { location, 'cache-control': SHORT_CACHE_CONTROL } };
    }
    if (!isMissing && address !== (isOwnDomain ? host.origin : origin) + request.path) {
      const location = withQuery(address, query);
      return { statusCode: 301, headers: { location, 'cache-control': SHORT_CACHE_CONTROL } };
    }
    const markup = templates.renderSite(site);
    const body = renderSitePage(templates.site, { ...loaded, code, markup, origin: at });
    const policy = contentSecurityPolicy(
      {
        connectOrigins: [],
        captcha: false,
        frames: markup.frames,
        scriptHosts: code.script?.hosts ?? [],
        isolated: isIsolated(host),
      },
      inlineHashes(templates.site + styleTags(site.studio, fonts).join('') + codeStyle(code)),
    );
    const page = html(isMissing ? 404 : 200, body, isMissing ? 'no-store' : SHORT_CACHE_CONTROL);
    return withGalleries(page, policy, loaded.openGalleries);
  }
  const { data, ogImage, fonts, domain, favicon } = loaded;
  const address = canonicalAddress(data, productPath(host, request.path), origin, domain);
  if (isIsolated(host) && data.kind !== 'not-found') {
    const named = findLanguage(preferred) && !new URLSearchParams(query).has('lng') ? `lng=${language}` : '';
    const location = withQuery(address, [query, named].filter(Boolean).join('&'));
    return { statusCode: 302, headers: { location, 'cache-control': cacheControlOf(data) } };
  }
  const moved = data.kind === 'studio' && data.sent ? `${address.replace(/\/$/, '')}/sent` : address;
  if (domain !== null && MOVED_KINDS.has(data.kind) && moved !== (isOwnDomain ? host.origin : origin) + request.path) {
    const location = withQuery(moved, query);
    return { statusCode: 301, headers: { location, 'cache-control': SHORT_CACHE_CONTROL } };
  }
  const slug = 'studio' in data ? (data.studio?.slug ?? null) : null;
  // Its script renders a page that the server cannot.
  const markup = await templates
    .renderMarkup(data, request.path, language, isOwnDomain ? host.slug : null)
    .catch(async (error: unknown) => {
      await reportError(error);
      return null;
    });
  const head = pageHead(data, ogImage, language);
  const content = {
    ...common,
    url: address,
    origin: new URL(address).origin,
    head,
    slug,
    data,
    markup,
    entry: plainEntry(path, data, query),
    fonts,
    favicon,
  };
  const page = html(statusOf(data), renderPage(templates.index, content), cacheControlOf(data));
  const policy = pagePolicy(
    templates.index + styleTags(studioOf(data), fonts).join(''),
    isOwnDomain ? ownDomainOptions(options, host.origin) : options,
    host,
  );
  return withGalleries(page, policy, openGalleries(data));
}

/** Renders an invitation, or why it cannot be answered. */
async function renderInvitation(
  inviteId: string,
  templates: PageTemplates,
  { request, services, language }: { request: HttpRequest; services: Services; language: Language },
) {
  const invite = await readInvite(services.db, inviteId, services.clock()).catch((error: unknown) => {
    if (error instanceof AppError) return error.code;
    throw error;
  });
  return templates.renderInvitation(invite, request.path, language);
}

/** True for a page of a website whose address names no language. */
const hasNoLanguage = (path: PagePath) => path.page === 'studio' || (path.page === 'site' && path.language === null);

/** Returns the language of a tag if it is one of ours. */
const findLanguage = (tag: string | null | undefined) =>
  LANGUAGES.find((one) => one === tag?.slice(0, 2).toLowerCase());

/** Adds the policy, and names the galleries for which the edge gives the visitor an image token. */
function withGalleries(page: Result, policy: string, open: readonly string[]): Result {
  return {
    ...page,
    headers: {
      ...page.headers,
      'content-security-policy': policy,
      ...(open.length > 0 ? { [OPEN_GALLERIES_HEADER]: open.join('-') } : {}),
    },
  };
}

/** Returns the policy that allows these inline styles and scripts: the CDN keeps it beside the HTML. */
function pagePolicy(inline: string, { config, connectOrigins }: PageOptions, host: PageHost): string {
  const captcha = config.captchaSiteKey !== null;
  return contentSecurityPolicy({ connectOrigins, captcha, isolated: isIsolated(host) }, inlineHashes(inline));
}

/** True for a studio's own domain on which its code has run. */
const isIsolated = (host: PageHost) => host.kind === 'studio' && host.isIsolated;

/** Pages on a studio's own domain connect to storage, for downloads, and to their own socket, but not to auth. */
function ownDomainOptions(options: PageOptions, origin: string): PageOptions {
  const { config, connectOrigins } = options;
  const auth = new URL(config.supabaseUrl).origin;
  const allowed = connectOrigins.filter((one) => one.startsWith('http') && one !== auth);
  return {
    ...options,
    config: { ...config, captchaSiteKey: null },
    connectOrigins: [origin.replace('http', 'ws'), ...allowed],
  };
}

/** Returns the galleries whose pictures the page shows to everybody. */
function openGalleries(data: PageData): string[] {
  if (data.kind === 'gallery') return [data.gallery.id];
  return data.kind === 'studio' ? data.galleries.slice(0, MAX_TOKEN_GALLERIES).map(({ id }) => id) : [];
}

/** Returns the canonical path of a page, for search engines and link previews. */
function canonicalPath(data: PageData, path: string): string {
  if (data.kind === 'studio') return `/p/${data.studio.slug}`;
  if (data.kind === 'gallery') return `/p/${data.studio.slug}/${galleryLink(data.gallery)}`;
  if (data.kind === 'book') return `/p/${data.studio.slug}/book`;
  return path;
}

/**
 * Pages that move to the studio's own domain. Galleries stay: access to a private one, and a client's rights in any, are
 * in a cookie of the host on which the invitation was opened. So do invitations, bookings and
 * clients' pages, whose secrets a redirect would lose.
 */
const MOVED_KINDS: ReadonlySet<PageData['kind']> = new Set(['studio', 'book']);

/** Returns the canonical URL of a page: on the studio's own domain if that is live. */
function canonicalAddress(data: PageData, path: string, origin: string, domain: string | null): string {
  const canonical = canonicalPath(data, path);
  if (domain === null || !('studio' in data) || !data.studio || data.kind === 'not-found') return origin + canonical;
  return domainOrigin(origin, domain) + withoutSlug(canonical, data.studio.slug);
}

/** Returns a path of the product as a path of the studio's own domain. */
function withoutSlug(path: string, slug: string): string {
  const own = `/p/${slug}`;
  return path === own || path.startsWith(`${own}/`) ? path.slice(own.length) || '/' : path;
}

const UNCACHED_KINDS: ReadonlySet<PageData['kind']> = new Set([
  'gallery-access',
  'booking',
  'add',
  'client',
  'proposal',
  'not-found',
]);

/** True for a path with a token: nothing on the way may keep it. */
const hasSecretPath = ({ page }: PagePath) =>
  page === 'booking' || page === 'proposal' || page === 'add' || page === 'client';

function statusOf(data: PageData): number {
  if (data.kind === 'gallery-access' && data.access === 'blocked') return 451;
  return data.kind === 'not-found' ? 404 : 200;
}

/** Closed galleries, bookings and missing pages can change at any moment, so they are not cached. */
function cacheControlOf(data: PageData): string {
  return UNCACHED_KINDS.has(data.kind) ? 'no-store' : SHORT_CACHE_CONTROL;
}

function html(statusCode: number, body: string, cacheControl: string): Result {
  return { statusCode, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': cacheControl }, body };
}
