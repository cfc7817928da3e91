import { ERROR_STATUS } from '#core/api/error-status.ts';
import type { AppError } from '#core/domain/values/errors.ts';
import { escapeHtml } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import type { HtmlPage } from './handler.ts';

/* Style attributes: the CSP allows no style element, and the site's stylesheet has a hashed name. */
const PAGE =
  'color-scheme:light dark;margin:0 auto;max-width:36rem;padding:2rem 1.25rem;font:1rem/1.5 system-ui,sans-serif';

interface RefusalPage {
  error: AppError;
  language: Language;
  /** Plain texts. */
  title: string;
  reason: string;
  /** HTML below the reason. */
  more: string;
}

/** Returns the page that a browser without scripts shows for a refused request. */
export function refusalPage({ error, language, title, reason, more }: RefusalPage): HtmlPage {
  const { retryAfter } = error.params;
  return {
    status: ERROR_STATUS[error.code],
    headers: retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfter)) },
    html: `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title></head>
<body style="${PAGE}"><main><h1 style="font-size:1.5rem;line-height:1.25">${escapeHtml(title)}</h1><p role="alert">${escapeHtml(reason)}</p>${more}</main></body></html>`,
  };
}
