import { createHash } from 'node:crypto';
import { ERROR_STATUS } from '#core/api/error-status.ts';
import type { AppError } from '#core/domain/values/errors.ts';
import { HOUSE_THEME, themeAttributes } from '#core/domain/branding/theme.ts';
import { escapeHtml } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import type { HtmlPage } from './handler.ts';

/** Colours, header and fonts of whose page it is. */
export interface PageLook {
  /** Declarations of `--light-…` and `--dark-…`, as `themeAttributes` returns them. */
  style: string;
  /** HTML above the page's title. */
  header: string;
  /** Rules of fonts and where they are used, as `fontCss` returns them; empty for the system's. */
  fonts: string;
  /** The one scheme of a gallery; absent where the visitor's counts. */
  scheme?: 'light' | 'dark' | undefined;
}

interface PlainPage {
  /** Null for a page that refuses nothing. */
  error: AppError | null;
  language: Language;
  /** Plain texts; a page may have no reason. */
  title: string;
  reason: string;
  /** HTML below the reason. */
  more: string;
  /** Null for the product's own colours. */
  look: PageLook | null;
  /** Rules of this page's own. */
  css?: string;
}

/**
 * Returns the parts of web/styles that the page needs: the built stylesheet has a hashed name, which no function knows.
 * @param dark media query of the dark scheme
 */
const styles = (
  dark: string,
) => `:root{color-scheme:var(--light-scheme,light);--paper:var(--light-paper);--raised:var(--light-raised);--ink:var(--light-ink);--soft:var(--light-soft);--line:var(--light-line);--edge:var(--light-edge);--accent:var(--light-accent);--on-accent:var(--light-on-accent);--danger:var(--light-danger);--flip:none}
@media ${dark}{:root{color-scheme:var(--dark-scheme,dark);--paper:var(--dark-paper);--raised:var(--dark-raised);--ink:var(--dark-ink);--soft:var(--dark-soft);--line:var(--dark-line);--edge:var(--dark-edge);--accent:var(--dark-accent);--on-accent:var(--dark-on-accent);--danger:var(--dark-danger);--flip:invert(1) hue-rotate(180deg)}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 var(--font-text,'Inter Variable','Inter Fallback','Inter Fallback Android','Inter Fallback Linux',system-ui,sans-serif);overflow-wrap:anywhere}
header,main{max-width:42rem;margin:0 auto;padding:.75rem 1.25rem}
header a{display:inline-flex;align-items:center;min-height:2.75rem;font-weight:600;text-decoration:none}
header img{max-width:12rem;max-height:2.75rem;width:auto;height:auto}
img[data-ink=dark]{filter:var(--flip)}
main{padding-bottom:4rem}
a{color:inherit}
.soft{color:var(--soft)}
.links{margin:1.5rem 0;padding:0;list-style:none}
.links a{display:inline-block;padding:.625rem 0}
.rows{margin:.75rem 0;padding:0;border-top:1px solid var(--line);list-style:none}
.rows>li{padding:1rem 0;border-bottom:1px solid var(--line)}
.rows p{margin:0}
.rows p::first-letter{text-transform:uppercase}
.rows form{margin:.75rem 0 0}
h1{margin:1.5rem 0 .5rem;font-size:1.75rem;line-height:1.2;letter-spacing:-.02em}
h2{margin:2rem 0 .5rem;font-size:1.25rem;line-height:1.3}
h3{margin:1.25rem 0 .25rem;font-size:1rem}
article p,dd{margin:0}
dt{margin-top:1rem;font-weight:500}
form{display:grid;gap:1.25rem;margin:1.5rem 0}
label{display:block;margin-bottom:.25rem;font-size:.9375rem;font-weight:500}
input,select,textarea{width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--edge);border-radius:var(--radius-control,.375rem);background:var(--raised);color:inherit;font:inherit}
[aria-invalid]{border:2px solid var(--danger)}
.fault{margin:.25rem 0 0;color:var(--danger);font-weight:500}
button,.button{display:inline-block;justify-self:start;min-height:2.75rem;padding:.5rem 1.25rem;border:0;border-radius:var(--radius-control,.375rem);background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;text-decoration:none}
.check{display:flex;gap:.75rem;align-items:flex-start;font-weight:400}
.check input{width:1.25rem;min-height:1.25rem;flex:none;margin:.125rem 0 0}
.trap{position:absolute;left:-100vw;width:1px;height:1px;overflow:hidden}`;

/** Media queries that hold always and never. */
const SCHEME_MEDIA = { dark: 'all', light: 'not all' } as const;

/** The product's own colours. */
export const HOUSE_STYLE = themeAttributes({ ...HOUSE_THEME, updatedAt: 1 })!.style;

/** Returns the page that a browser without scripts shows for a refused request. */
export const refusalPage = (page: PlainPage & { error: AppError }): HtmlPage => plainPage(page);

/** Returns a page that needs no script and no stylesheet. */
export function plainPage({ error, language, title, reason, more, look, css = '' }: PlainPage): HtmlPage {
  const fonts = look?.fonts ?? '';
  const { retryAfter } = error?.params ?? {};
  const dark = look?.scheme ? SCHEME_MEDIA[look.scheme] : '(prefers-color-scheme:dark)';
  const style = `${fonts}:root{${look?.style ?? HOUSE_STYLE}}${styles(dark)}${css}`;
  const hash = createHash('sha256').update(style).digest('base64');
  return {
    status: error ? ERROR_STATUS[error.code] : 200,
    headers: {
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self';${fonts && " font-src 'self';"} form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      ...(retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfter)) }),
    },
    html: `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body>${look ? `<header>${look.header}</header>` : ''}<main><h1>${escapeHtml(title)}</h1>${reason && `<p${error ? ' role="alert"' : ''}>${escapeHtml(reason)}</p>`}${more}</main></body></html>`,
  };
}
