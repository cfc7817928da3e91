import type { Context } from 'hono';
import { isLoopback, type AuthSettings } from './settings.ts';

/** Returns the redirect URL of a link: the requested one, else the referrer, else the site. */
export function redirectTarget(c: Context, settings: AuthSettings): string {
  const requested = c.req.header('redirect_to') || c.req.query('redirect_to') || '';
  const candidates = [requested, c.req.header('referer') ?? ''];
  return candidates.find((url) => isAllowedRedirect(url, settings)) ?? settings.siteUrl;
}

/**
 * True for the site itself (on loopback at any port, RFC 8252 section 7.3), any other loopback URL, or a match of the
 * configured globs.
 */
export function isAllowedRedirect(url: string, settings: AuthSettings): boolean {
  const target = parseStrictly(url);
  if (!target) return false;
  const site = new URL(settings.siteUrl);
  if (target.protocol === site.protocol && target.hostname === site.hostname) {
    if (target.port === site.port || isLoopback(site.hostname)) return true;
  }
  if (/^[\d.]+$/.test(target.hostname) || target.hostname.startsWith('[')) return isLoopback(target.hostname);
  const withoutFragment = url.split('#', 1)[0]!;
  return settings.redirectUrls.some((glob) => globPattern(glob).test(withoutFragment));
}

/** Parses an absolute URL in printable ASCII; null for spellings that parsers may read as different hosts. */
function parseStrictly(text: string): URL | null {
  if (!/^[!-[\]-~]+$/.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return url;
  const written = /^https?:\/\/(?:[^/?#]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(text)?.[1]?.toLowerCase();
  return written === url.hostname ? url : null;
}

/** Converts a glob as of hosted projects: `*` and `?` stop at `.` and `/`, `**` does not, `{a,b}` are alternatives. */
function globPattern(glob: string): RegExp {
  let depth = 0;
  const source = glob.replace(/\*\*|[*?{},]|\[!?[a-z0-9-]+\]|[^a-z0-9]/gi, (part) => {
    switch (part) {
      case '**':
        return '.*';
      case '*':
        return '[^./]*';
      case '?':
        return '[^./]';
      case '{':
        depth += 1;
        return '(?:';
      case '}':
        depth -= 1;
        return ')';
      case ',':
        return depth > 0 ? '|' : ',';
      default:
        return part.length > 1 ? part.replace('[!', '[^') : part.replace(/[\\^$+.()|[\]]/, '\\$&');
    }
  });
  return new RegExp(`^${source}$`);
}
