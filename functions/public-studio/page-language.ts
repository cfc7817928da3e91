import type { Language } from '#core/domain/values/languages.ts';
import { language } from '#core/domain/values/primitives.ts';
import type { HttpRequest } from '../platform/http/request.ts';

/** Returns the language of the page that sends a request, as our pages name it; null for other requests. */
export const pageLanguage = ({ headers }: Pick<HttpRequest, 'headers'>): Language | null =>
  language.safeParse(headers['accept-language']).data ?? null;
