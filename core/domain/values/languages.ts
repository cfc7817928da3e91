/**
 * The first is the fallback. Without zod: the public page's first script needs this list and must not include
 * a validator (docs/decisions/public-pages.md). The schema is `language` in `primitives.ts`.
 */
export const LANGUAGES = ['en', 'es', 'ca'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Returns the supported language of a browser's or a header's language tag: `es-MX` → `es`. */
export function matchLanguage(tag: string | undefined): Language {
  const primary = tag?.toLowerCase().split(/[-_,;]/)[0];
  return LANGUAGES.find((known) => known === primary) ?? 'en';
}

/** Cookie of the browser's language, which edge and i18next read and write. */
export const LANGUAGE_COOKIE = 'i18next';
/** Lifetime of the cookie in seconds: a year. */
export const LANGUAGE_COOKIE_S = 365 * 24 * 60 * 60;
/** Header by which the page function names the language of the address's query; the edge makes the cookie of it. */
export const CHOSEN_LANGUAGE_HEADER = 'x-chosen-language';
