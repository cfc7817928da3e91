import { formatCatalan } from '#core/domain/values/catalan.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { oneFullStop } from '#core/domain/values/sentences.ts';

/** Texts of one namespace, as in `locales/{lng}/{ns}.json`. */
export type Texts = { readonly [key: string]: string | Texts };

/**
 * Returns the text at a key path, with `{{placeholders}}` filled in: the subset of i18next that mails and page heads
 * use, with the formats of the browser (`formatCatalan`). With `count`, uses the plural form of the language (`…_one`, `…_other`).
 * @throws Error for a missing key or a placeholder without a value, which are bugs
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
  const filled = text.replace(/\{\{(\w+)(?:, (\w+))?\}\}/g, (_, name: string, format?: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`No value for ${name} in ${language}:${key}`);
    // Spanish and Catalan would group from 10.000 on.
    const shown = typeof value === 'number' ? value.toLocaleString(language, { useGrouping: 'always' }) : value;
    return formatCatalan(shown, format);
  });
  return oneFullStop(filled);
}

/** The plural forms in our texts: Spanish and Catalan also have `many` for millions, which does not occur. */
function pluralForm(language: Language, count: number): 'one' | 'other' {
  return new Intl.PluralRules(language).select(count) === 'one' ? 'one' : 'other';
}
