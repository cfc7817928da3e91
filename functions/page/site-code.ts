import { escapeHtml } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { readScriptHosts, scriptPath } from '#core/domain/site/site-code.ts';
import ca from '#locales/ca/page.json' with { type: 'json' };
import en from '#locales/en/page.json' with { type: 'json' };
import es from '#locales/es/page.json' with { type: 'json' };
import type { Queryable } from '../platform/db/database.ts';
import type { Result } from '../platform/http/handler.ts';
import { formatText } from '../platform/texts.ts';
import type { PageHost } from './host.ts';
import { IS_SITE_OPEN } from '../platform/studio-facts.ts';

const TEXTS = { en, es, ca } as const;

/** A studio's own code on a page of its website. */
export interface SiteCode {
  /** Compiled CSS (functions/site/compile-css.ts); empty for none. */
  css: string;
  /** The script, by its hash; null if it is off. */
  script: { hash: string; hosts: string[] } | null;
}

const NO_CODE: SiteCode = { css: '', script: null };

/** SHA-256 of the script, which names its file: a changed script has another address. */
const HASH = `encode(sha256(convert_to(custom_js, 'UTF8')), 'hex')`;

export async function loadSiteCode(db: Queryable, accountId: string): Promise<SiteCode> {
  const [row] = await db.query<{ css: string; hash: string | null; hosts: unknown }>(
    `select custom_css_compiled as css, custom_js_hosts as hosts,
       case when custom_js_on and custom_js <> '' then ${HASH} end as hash
     from cms_settings where account_id = $1`,
    [accountId],
  );
  if (!row) return NO_CODE;
  return { css: row.css, script: row.hash === null ? null : { hash: row.hash, hosts: readScriptHosts(row.hosts) } };
}

/** A studio's script on its own domain, and the part that the galleries' service worker imports. */
export async function codeFile(db: Queryable, path: string, host: PageHost, customScripts: boolean): Promise<Result> {
  const headers = { 'content-type': 'text/javascript; charset=utf-8' };
  if (path === WORKER_PATH && !(host.kind === 'studio' && host.isIsolated)) {
    return { statusCode: 200, headers: { ...headers, 'cache-control': 'no-store' }, body: '' };
  }
  const hash = SCRIPT_PATH.exec(path)?.[1];
  const script = hash && customScripts && host.kind === 'studio' ? await findScript(db, host.slug, hash) : null;
  if (script === null) return { statusCode: 404, headers: { 'cache-control': 'no-store' }, body: '' };
  const caching = { 'cache-control': 'public, max-age=31536000, immutable' };
  return { statusCode: 200, headers: { ...headers, ...caching }, body: script };
}

/** Returns a studio's script if it is on and has this hash. */
async function findScript(db: Queryable, slug: string, hash: string): Promise<string | null> {
  const [row] = await db.query<{ script: string }>(
    `select c.custom_js as script from cms_settings c join accounts a on a.id = c.account_id
     where a.slug = $1 and ${IS_SITE_OPEN} and c.custom_js_on and ${HASH} = $2`,
    [slug, hash],
  );
  return row?.script ?? null;
}

/** Paths of scripts on a studio's own domain. */
const SCRIPT_PATH = /^\/code\/([0-9a-f]{64})\.js$/;

/**
 * Path that `gallery-sw.js` imports. It is missing where a studio's code has run, so that no page there can register the
 * worker, which would serve what the code had put into the browser's caches.
 */
const WORKER_PATH = '/code/worker.js';

/** True for files of code: no path of a page has a dot. */
export const isCodePath = (path: string): boolean => path === WORKER_PATH || SCRIPT_PATH.test(path);

/** Returns the style element of the studio's CSS, which comes after the website's stylesheet. */
export function codeStyle({ css }: SiteCode): string {
  return css && `<style>${css}</style>`;
}

/**
 * Returns the consent bar, hidden until `site-code.js` shows it, or nothing without a script. It is outside `.site`,
 * where the studio's CSS does not reach.
 */
export function consentBar({ script }: SiteCode, language: Language, studio: string): string {
  if (!script) return '';
  const text = (key: string, values: Readonly<Record<string, string>> = {}) =>
    escapeHtml(formatText(TEXTS[language], language, `consent.${key}`, values));
  const hosts = script.hosts.join(', ');
  return `<aside id="consent" class="consent" aria-label="${text('label')}" data-script="${scriptPath(script.hash)}" data-hosts="${hosts}" hidden>
      <p>${text(hosts ? 'textWithHosts' : 'text', { studio, hosts })}</p>
      <p><button type="button" value="accept">${text('accept')}</button><button type="button" value="decline">${text('decline')}</button></p>
    </aside>
    <p class="consent-again" hidden><button type="button" id="consent-again">${text('again')}</button></p>
    <script src="/site-code.js" defer></script>`;
}
