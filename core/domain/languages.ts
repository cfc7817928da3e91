/**
 * Spec §9; the first is the fallback. Without zod: the public page's first script needs this list and must not include
 * a validator (design/quality.md, bar 12). The schema is `language` in `primitives.ts`.
 */
export const LANGUAGES = ['en', 'es', 'ca'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Returns the supported language of a browser's or a header's language tag: `es-MX` → `es`. */
export function matchLanguage(tag: string | undefined): Language {
  const primary = tag?.toLowerCase().split(/[-_,;]/)[0];
  return LANGUAGES.find((known) => known === primary) ?? 'en';
}
