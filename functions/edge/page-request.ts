import { LANGUAGE_COOKIE, LANGUAGES } from '#core/domain/values/languages.ts';
import { SIGN_IN_PARAMS, SIGN_IN_PATHS } from '#core/domain/studio/sign-in-paths.ts';
import { canonicalPath, fromViewer } from './api-request.ts';
import { type EdgeResult, type EdgeValue, type EdgeRequest, errorResponse, type ViewerRequestEvent } from './event.ts';

/**
 * Pages of the product's host: the HTML depends only on host, path and language, so nothing else is forwarded. Language
 * order as in the browser's i18next, as far as a server can see: `lng` in the query, the cookie, the browser; `*` without
 * any of them. `x-query` is what a redirect keeps: the language, and of an invitation its token, which the form of the
 * page without a script sends. The rest of a query stays in the browser's address: it would split the cache.
 */
export function pageRequest(event: ViewerRequestEvent): EdgeResult {
  const request = event.request;
  const language = findLanguage(request.querystring['lng']);
  const token = INVITATION.test(withoutTrailingSlashes(request.uri)) ? request.querystring['token'] : undefined;
  const pairs: string[] = [];
  if (language) pairs.push('lng=' + language);
  if (token && TOKEN.test(token.value)) pairs.push('token=' + token.value);
  return toPage(event, pairs.join('&'));
}

/** An invitation to a gallery, whose page is never cached. */
const INVITATION = /^(\/p\/[^/]+)?\/invite\/[^/]+$/;
const TOKEN = /^[\w-]{20,200}$/;

/**
 * Pages of studios' own domains: as above. The sign-in is on the product's host, so the redirect to it, which is not
 * cached, also keeps what its page reads, but no session.
 */
export function ownPageRequest(event: ViewerRequestEvent): EdgeResult {
  const request = event.request;
  const isSignIn = SIGN_IN_PATHS.indexOf(withoutTrailingSlashes(request.uri)) >= 0;
  return isSignIn ? toPage(event, signInQuery(request)) : pageRequest(event);
}

/** @param query what a redirect keeps; empty for nothing */
function toPage(event: ViewerRequestEvent, query: string): EdgeResult {
  const request = fromViewer(event);
  // Browsers mark the script of a service worker. Only the site's own files may be one, never a studio's script.
  if (request.headers['service-worker']) return errorResponse(404, 'not_found', 'Not found.');
  const host = request.headers['x-viewer-host']!;
  // Other spellings of a host are the same page.
  host.value = host.value.toLowerCase().replace(/:\d+$/, '');
  request.headers['x-language'] = { value: preferredLanguage(request) };
  request.uri = withoutTrailingSlashes(request.uri);
  if (query) request.headers['x-query'] = { value: query };
  else delete request.headers['x-query'];
  request.querystring = {};
  request.cookies = {};
  // Other spellings pass unchanged: the page function answers them with its page for unknown addresses.
  if (request.uri.slice(0, 3) === '/p/') request.uri = canonicalPath(request.uri, '/p/') || request.uri;
  return request;
}

/** Trailing slashes to strip at most; CPU time is limited. */
const SLASHES = 16;

/** A loop, because a regular expression would rescan each inner run of slashes for each of its slashes. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && end > path.length - SLASHES && path.charAt(end - 1) === '/') end--;
  return path.slice(0, end);
}

/** Characters of a query to keep; the links of mails have fewer. */
const QUERY_CHARS = 1024;

function signInQuery(request: EdgeRequest): string {
  const pairs: string[] = [];
  for (let n = 0; n < SIGN_IN_PARAMS.length; n++) {
    const given = request.querystring[SIGN_IN_PARAMS[n]!];
    if (given) pairs.push(SIGN_IN_PARAMS[n]! + '=' + given.value);
  }
  const query = pairs.join('&');
  return query.length <= QUERY_CHARS && /^[\x21-\x7e]*$/.test(query) ? query : '';
}

function preferredLanguage(request: EdgeRequest): string {
  return (
    findLanguage(request.querystring['lng']) ||
    findLanguage(request.cookies[LANGUAGE_COOKIE]) ||
    parseAcceptLanguage(request.headers['accept-language']) ||
    '*'
  );
}

function findLanguage(header: EdgeValue | undefined): string {
  const language = header ? header.value.slice(0, 2).toLowerCase() : '';
  return LANGUAGES.indexOf(language as (typeof LANGUAGES)[number]) < 0 ? '' : language;
}

/** Characters of `Accept-Language` to read; no browser sends more, and CPU time is limited. */
const LIST_CHARS = 100;

/** Returns the first supported language. Browsers sort by preference, so weights are ignored. */
function parseAcceptLanguage(header: EdgeValue | undefined): string {
  const wanted = header ? header.value.slice(0, LIST_CHARS).split(',') : [];
  for (let i = 0; i < wanted.length; i++) {
    const language = findLanguage({ value: wanted[i]!.replace(/^\s+/, '') });
    if (language) return language;
  }
  return '';
}
