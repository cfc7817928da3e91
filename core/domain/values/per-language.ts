import { type Language, LANGUAGES } from './languages.ts';

/** A text in one language each, or one text in the studio's language. */
export type PerLanguage<T> = T | { en?: T | undefined; es?: T | undefined; ca?: T | undefined };

/** Returns the text in a language, else in the studio's, else in any. */
export function inLanguage<T>(
  value: PerLanguage<T> | undefined,
  wanted: Language,
  studioLanguage: Language,
): T | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value as T | undefined;
  const texts = value as Partial<Record<Language, T>>;
  return [wanted, studioLanguage, ...LANGUAGES].map((one) => texts[one]).find(Boolean);
}
