import type { Language } from '#core/domain/languages.ts';

/** Texts of one namespace, as they stand in `locales/{lng}/{ns}.json`. */
export type Texts = { readonly [key: string]: string | Texts };

/**
 * The text at a path of keys, with `{{placeholders}}` filled in: the little of i18next that mails and page heads use.
 * With `count`, the plural form of the language (`…_one`, `…_other`).
 * @throws Error for a key that is not there, or a placeholder without a value: both are our own mistakes.
 */
export function formatText(
  texts: Texts,
  language: Language,
  path: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const { count } = values;
  const key = typeof count === 'number' ? `${path}_${pluralForm(language, count)}` : path;
  const text = key
    .split('.')
    .reduce<string | Texts | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), texts);
  if (typeof text !== 'string') throw new Error(`No text ${language}:${key}`);
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`No value for ${name} in ${language}:${key}`);
    return typeof value === 'number' ? value.toLocaleString(language) : value;
  });
}

/** The forms that our texts know: Spanish and Catalan have a `many` for millions, which nobody writes out. */
function pluralForm(language: Language, count: number): 'one' | 'other' {
  return new Intl.PluralRules(language).select(count) === 'one' ? 'one' : 'other';
}
