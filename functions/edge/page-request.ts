import { LANGUAGES } from '#core/domain/languages.ts';
import { apiRequest } from './api-request.ts';
import type { EdgeRequest, EdgeValue, ViewerRequestEvent } from './event.ts';

/**
 * Pages: the HTML depends on host, path and language and on nothing else, so that is all that goes on. Language is
 * found in the spec's §9 order, as far as a server can see it: `lng` in the query, the cookie, the browser's.
 */
export function pageRequest(event: ViewerRequestEvent): EdgeRequest {
  const request = apiRequest(event);
  request.headers['x-language'] = { value: preferredLanguage(request) };
  request.querystring = {};
  request.cookies = {};
  request.uri = withoutTrailingSlashes(request.uri);
  return request;
}

/** More slashes than anybody types by mistake; time here is limited. */
const SLASHES = 16;

/** By hand: an expression for it would go over each run of slashes in the middle again for each slash of it. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && end > path.length - SLASHES && path.charAt(end - 1) === '/') end--;
  return path.slice(0, end);
}

function preferredLanguage(request: EdgeRequest): string {
  return (
    findLanguage(request.querystring['lng']) ||
    findLanguage(request.cookies['i18next']) ||
    parseAcceptLanguage(request.headers['accept-language']) ||
    LANGUAGES[0]
  );
}

function findLanguage(given: EdgeValue | undefined): string {
  const language = given ? given.value.slice(0, 2).toLowerCase() : '';
  return LANGUAGES.indexOf(language as (typeof LANGUAGES)[number]) < 0 ? '' : language;
}

/** What is read of a list of languages; no browser sends as much, and time here is limited. */
const LIST_CHARS = 100;

/** The first of ours that the browser names. Browsers list them by preference, so weights need not be read. */
function parseAcceptLanguage(header: EdgeValue | undefined): string {
  const wanted = header ? header.value.slice(0, LIST_CHARS).split(',') : [];
  for (let i = 0; i < wanted.length; i++) {
    const language = findLanguage({ value: wanted[i]!.replace(/^\s+/, '') });
    if (language) return language;
  }
  return '';
}
