import type { Language } from '#core/domain/values/languages.ts';
import type { Json } from '#core/domain/site/page-operations.ts';
import { inLanguage, type PerLanguage } from '#core/domain/values/per-language.ts';
import type { SetField } from '../set-field.ts';

/** Language of the texts that are edited, and the studio's own, in which a plain text is. */
export interface TextLanguages {
  language: Language;
  studioLanguage: Language;
}

/** Change of a text: of one language's entry, or of the whole value; null removes. */
export interface TextChange<T> {
  entry: Language | null;
  value: PerLanguage<T> | null;
}

type Texts<T> = Partial<Record<Language, T>>;

function isTexts<T>(stored: PerLanguage<T> | undefined): stored is Texts<T> {
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored);
}

/** Returns the text stored in exactly this language. */
export function textIn<T>(
  stored: PerLanguage<T> | undefined,
  language: Language,
  studioLanguage: Language,
): T | undefined {
  if (isTexts<T>(stored)) return stored[language];
  return language === studioLanguage ? (stored as T | undefined) : undefined;
}

/** Returns the text that visitors read in this language; empty without one. */
export function shownText(
  stored: PerLanguage<string> | undefined,
  { language, studioLanguage }: TextLanguages,
): string {
  return inLanguage<string>(stored, language, studioLanguage)?.trim() ?? '';
}

/**
 * Returns the change that stores a text in a language; null if nothing changes. The stored form stays plain while only
 * the studio's language has a text. Another language's first text makes it one of languages, as a whole: an operation
 * cannot set an entry of a plain text.
 * @param text null if it is empty
 */
export function textChange<T extends string | readonly unknown[]>(
  stored: PerLanguage<T> | undefined,
  text: T | null,
  { language, studioLanguage }: TextLanguages,
): TextChange<T> | null {
  if (isTexts<T>(stored)) {
    const others = Object.keys(stored).filter((key) => key !== language);
    return text === null && others.length === 0 ? { entry: null, value: null } : { entry: language, value: text };
  }
  if (language === studioLanguage) return { entry: null, value: text };
  if (text === null) return null;
  const own = stored as T | undefined;
  return { entry: null, value: { ...(own?.length && { [studioLanguage]: own }), [language]: text } };
}

/** Returns the stored text after a change; undefined if none is left. */
export function withTextChange<T>(
  stored: PerLanguage<T> | undefined,
  { entry, value }: TextChange<T>,
): PerLanguage<T> | undefined {
  if (entry === null) return value ?? undefined;
  const { [entry]: _old, ...others } = stored as Texts<T>;
  return value === null ? others : ({ ...others, [entry]: value } as Texts<T>);
}

/**
 * Returns the function that stores changes of a block's text field.
 * @param empty value of a required field without any text
 */
export function setText(set: SetField, field: string, empty: Json | null = null) {
  return ({ entry, value }: TextChange<unknown>): void => {
    if (entry === null) set([field], (value ?? empty) as Json | null);
    else set([field, entry], value as Json | null);
  };
}
