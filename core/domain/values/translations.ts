import type { Language } from './languages.ts';

/** Name and description of a session type or gallery by language, beside those in the studio's. */
export type Translations = Partial<Record<Language, { name?: string | undefined; description?: string | undefined }>>;

export interface Translatable {
  /** In the studio's language, as is the description. */
  name: string;
  description?: string | undefined;
  translations?: Translations | null | undefined;
}

/** Returns name and description in a language; a text that is missing in it is the studio's. */
export function textsIn(
  { name, description = '', translations }: Translatable,
  language: Language,
): { name: string; description: string } {
  const own = translations?.[language];
  return { name: own?.name || name, description: own?.description || description };
}
