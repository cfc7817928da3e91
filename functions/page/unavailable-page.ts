import { AppError, type ErrorCode } from '#core/domain/values/errors.ts';
import { matchLanguage } from '#core/domain/values/languages.ts';
import ca from '#locales/ca/page.json' with { type: 'json' };
import en from '#locales/en/page.json' with { type: 'json' };
import es from '#locales/es/page.json' with { type: 'json' };
import type { HtmlPage, Result } from '../platform/http/handler.ts';
import { refusalPage } from '../platform/http/refusal-page.ts';
import type { HttpRequest } from '../platform/http/request.ts';
import { formatText } from '../platform/texts.ts';
import type { FoundStudio } from '../public-studio/find-studio.ts';
import type { StudioPath } from './page-path.ts';

const TEXTS = { en, es, ca } as const;

const PAGES: Partial<Record<ErrorCode, string>> = { studio_unavailable: 'unavailable', content_blocked: 'blocked' };

/**
 * Returns the page of a studio or website that an operator suspended or blocked: neutral, without the studio's name and
 * look.
 * @throws any other error
 */
export function unavailablePage(error: unknown, request: HttpRequest): Result {
  if (!(error instanceof AppError)) throw error;
  const key = PAGES[error.code];
  if (!key) throw error;
  const language = matchLanguage(request.headers['x-language'] ?? request.headers['accept-language']);
  const text = (part: string) => formatText(TEXTS[language], language, `${key}.${part}`, {});
  const page = refusalPage({ error, language, title: text('title'), reason: text('text'), more: '', look: null });
  return pageResult(page, 'no-store');
}

/** Returns a page without a script as the function's answer. */
export function pageResult({ status, headers, html }: HtmlPage, cacheControl: string): Result {
  const own = { 'content-type': 'text/html; charset=utf-8', 'cache-control': cacheControl };
  return { statusCode: status, headers: { ...own, ...headers }, body: html };
}

/** Pages that a website has, and the built-in page shown instead. */
const WEBSITE_PAGES: ReadonlySet<StudioPath['page']> = new Set(['studio', 'site', 'sent', 'sitemap', 'feed']);

/** @throws AppError `content_blocked` for a page of a website that an operator blocked */
export function assertNotBlocked({ isSiteHeld }: FoundStudio, { page }: StudioPath): void {
  if (isSiteHeld && WEBSITE_PAGES.has(page)) throw new AppError('content_blocked');
}
