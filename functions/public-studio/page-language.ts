import { type Language, LANGUAGE_COOKIE, LANGUAGES } from '#core/domain/values/languages.ts';
import { language } from '#core/domain/values/primitives.ts';
import type { HttpRequest } from '../platform/http/request.ts';

/** Returns the language of the page that sends a request, as our pages name it; null for other requests. */
export const pageLanguage = ({ headers }: Pick<HttpRequest, 'headers'>): Language | null =>
  language.safeParse(headers['accept-language']).data ?? null;

/**
 * Returns the language of a page that the API answers with, as the edge chooses that of a page (page-request.ts): the
 * visitor's cookie, else the first of the browser's languages that is ours.
 */
export function visitorLanguage({ cookies, headers }: Pick<HttpRequest, 'cookies' | 'headers'>): Language {
  const wanted = [cookies[LANGUAGE_COOKIE] ?? '', ...(headers['accept-language'] ?? '').split(',')];
  const known = wanted.map((tag) => LANGUAGES.find((one) => one === tag.trim().slice(0, 2).toLowerCase()));
  return known.find((one) => one !== undefined) ?? LANGUAGES[0];
}
