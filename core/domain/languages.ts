/**
 * Spec §9; the first is the fallback. Without zod on purpose: the public page's first script needs this list and must
 * not carry a validator (design/quality.md, bar 12). The schema is in `language-schema.ts`.
 */
export const LANGUAGES = ['en', 'es', 'ca'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The best of ours for a browser's or a header's tag: `es-MX` → `es`. */
export function matchLanguage(tag: string | undefined): Language {
  const primary = tag?.toLowerCase().split(/[-_,;]/)[0];
  return LANGUAGES.find((known) => known === primary) ?? 'en';
}
