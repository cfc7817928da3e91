import type { SitePageData } from '#core/api/site-page.ts';
import { escapeHtml } from '#core/domain/values/format.ts';
import { OPEN_GALLERIES_HEADER } from '#core/domain/photos/image-token.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { previewPath, type readPreviewPath } from '#core/domain/site/site-previews.ts';
import ca from '#locales/ca/page.json' with { type: 'json' };
import en from '#locales/en/page.json' with { type: 'json' };
import es from '#locales/es/page.json' with { type: 'json' };
import { contentSecurityPolicy } from '../edge/response-headers.ts';
import type { Result } from '../platform/http/handler.ts';
import type { HttpRequest } from '../platform/http/request.ts';
import type { Services } from '../platform/services.ts';
import { formatText } from '../platform/texts.ts';
import { findStudio } from '../public-studio/find-studio.ts';
import { draftVersion, findPreview } from '../site/previews.ts';
import { loadPageFonts } from '../public-studio/page-fonts.ts';
import { inlineHashes } from './inline-styles.ts';
import { readPagePath } from './page-path.ts';
import { meta } from './render.ts';
import { loadSite } from './site-data.ts';
import { renderSitePage, type SiteMarkup } from './site-render.ts';

const TEXTS = { en, es, ca } as const;

/** Header with the version of the drafts that a page shows. */
const VERSION_HEADER = 'x-preview-version';

/**
 * Reloads a page of the drafts when these have changed: asks for the version every 2.5 s while the page is visible.
 * Browsers keep the scroll position over a reload.
 */
const FOLLOW = `(function(){var shown=document.documentElement.dataset.version;function ask(){if(document.hidden)return;
fetch(location.href,{method:'HEAD',cache:'no-store'}).then(function(answer){
var now=answer.headers.get('${VERSION_HEADER}');if(now?now!==shown:answer.status===404)location.reload()},function(){})}
setInterval(ask,2500);document.addEventListener('visibilitychange',ask)})()`;

interface PreviewOptions {
  /** The built document of websites, and their renderer. */
  templates: { site: string; renderSite: (data: SitePageData) => SiteMarkup };
  /** The visitor's language, for messages. */
  language: Language;
}

/**
 * Answers a page of a preview: as visitors would get it, with links within the preview. Never cached and never indexed;
 * sends no referrer, which would contain the link's secret.
 */
export async function previewPage(
  request: HttpRequest,
  { token, isFrame, path }: NonNullable<ReturnType<typeof readPreviewPath>>,
  { db, clock, appOrigin }: Services,
  { templates, language }: PreviewOptions,
): Promise<Result> {
  const at = { isFrame, origin: appOrigin };
  const text = (key: string) => formatText(TEXTS[language], language, `preview.${key}`);
  const message = (key: 'ended' | 'missing') =>
    answer(
      404,
      templates.site
        .replace(/<html lang="[^"]*"/, () => `<html lang="${language}"`)
        .replace('<!--head-->', () => `<title>${escapeHtml(text(`${key}.title`))}</title>`)
        .replace('<!--site-->', () => {
          const lines = `<h1>${escapeHtml(text(`${key}.title`))}</h1><p>${escapeHtml(text(`${key}.text`))}</p>`;
          return `<div class="site"><main><section class="row width-narrow spacing-large"><div class="cells"><div class="cell">${lines}</div></div></section></main></div>`;
        }),
      at,
    );
  const now = clock();
  const preview = await findPreview(db, token, now);
  const found = preview && (await findStudio(db, preview.slug));
  if (!preview || !found) return message('ended');
  const isDraft = preview.releaseId === null;
  const version = isDraft ? { [VERSION_HEADER]: await draftVersion(db, found.accountId) } : {};
  const publicPath = `/p/${preview.slug}${path}`;
  const page = readPagePath(publicPath);
  if (page.page !== 'site' && page.page !== 'studio') return isFrame ? message('missing') : redirect(publicPath);
  const asked = page.page === 'site' ? { language: page.language, path: page.path } : { language: null, path: '' };
  const source = preview.releaseId === null ? ('drafts' as const) : { releaseId: preview.releaseId };
  const loaded = await loadSite(db, found, asked, now, { source, base: previewPath(token, isFrame) });
  if (!loaded) return message('missing');
  if ('movedTo' in loaded) return redirect(loaded.movedTo);
  if (request.method === 'HEAD') return { ...answer(200, '', at, version), body: '' };
  const fonts = await loadPageFonts(db, found.accountId, found.studio.theme);
  const markup = templates.renderSite(loaded.site);
  // The studio's CSS, never its script, which would be at home here.
  const own = { code: { ...loaded.code, script: null }, favicon: found.favicon };
  const html = renderSitePage(templates.site, { ...loaded, ...own, fonts, markup, ogImage: null, origin: appOrigin })
    .replace('<html ', () => `<html data-version="${escapeHtml(version[VERSION_HEADER] ?? '')}" `)
    .replace('<title>', () => `<title>${escapeHtml(text('title'))} · `)
    .replace('</body>', () => (isDraft && !isFrame ? `<script>${FOLLOW}</script></body>` : '</body>'));
  // A frame of the back office has the image token of its member, which a token of visitors would replace.
  const open =
    isFrame || loaded.openGalleries.length === 0 ? {} : { [OPEN_GALLERIES_HEADER]: loaded.openGalleries.join('-') };
  return answer(200, html, at, { ...version, ...open });
}

/** Our own scripts of a public page; a frame's images need no renewal. */
const KEEP_IMAGES = /<script src="\/keep-images\.js"[^>]*><\/script>/;

function answer(
  statusCode: number,
  html: string,
  { isFrame, origin }: { isFrame: boolean; origin: string },
  headers: Record<string, string> = {},
): Result {
  const body = (isFrame ? html.replace(KEEP_IMAGES, '') : html).replace(
    '<title>',
    () => `${meta('name', 'robots', 'noindex')}${meta('name', 'referrer', 'no-referrer')}<title>`,
  );
  return {
    statusCode,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-security-policy': previewPolicy(body, isFrame, origin),
      ...headers,
    },
    body,
  };
}

const redirect = (location: string): Result => ({
  statusCode: 302,
  headers: { location, 'cache-control': 'no-store' },
});

/**
 * Returns the policy of public pages without scripts but our own, by their paths and hash: not the studio's, which may
 * be on this origin. Forms send nothing. Only the back office frames a preview.
 */
function previewPolicy(html: string, isFrame: boolean, origin: string): string {
  const { scripts, styles } = inlineHashes(html);
  const files = /<(?:script|link rel="modulepreload")[^>]* (?:src|href)="(\/[\w./-]+\.js)"/g;
  const sources = [...html.matchAll(files)].map(([, path]) => origin + path!);
  const frames = [...html.matchAll(/ data-frame="(https:\/\/[^/"]+)/g)].map(([, host]) => host!);
  const own: Readonly<Record<string, string>> = {
    'script-src': [...sources, ...scripts].join(' ') || "'none'",
    'form-action': "'none'",
    'frame-ancestors': isFrame ? "'self'" : "'none'",
  };
  const policy = contentSecurityPolicy({ connectOrigins: [], captcha: false, frames }, { scripts: [], styles });
  return policy
    .split('; ')
    .map((directive) => {
      const name = directive.split(' ', 1)[0]!;
      return own[name] ? `${name} ${own[name]}` : directive;
    })
    .join('; ');
}
