import type { Language } from './languages.ts';

const formats = new Map<Language, Intl.NumberFormat>();

/** "1,000" in English, "1.000" in Spanish and Catalan, whose own rule would group from 10.000 on. */
export function formatNumber(value: number, language: Language): string {
  const format = formats.get(language) ?? new Intl.NumberFormat(language, { useGrouping: 'always' });
  formats.set(language, format);
  return format.format(value);
}
