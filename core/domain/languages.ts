import { z } from 'zod';

/** Spec §9; the first is the fallback. */
export const LANGUAGES = ['en', 'es', 'ca'] as const;
export const language = z.enum(LANGUAGES);
export type Language = z.infer<typeof language>;

/** The best of ours for a browser's or a header's tag: `es-MX` → `es`. */
export function languageOf(tag: string | undefined): Language {
  const primary = tag?.toLowerCase().split(/[-_,;]/)[0];
  return LANGUAGES.find((known) => known === primary) ?? 'en';
}
