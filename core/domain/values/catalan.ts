/**
 * A vowel that is heard: after a silent h, in the numbers u and onze; `i` and `u` before another vowel are consonants:
 * `de Iolanda`. For a text whose accents are characters of their own.
 */
const VOWEL = /^(?:11?(?![\d.,]?\d)|h?(?:[aeo]|[iu](?![aeiou])))/i;

const ELIDED: Readonly<Record<string, string>> = {
  de: 'd’',
  el: 'l’',
  El: 'L’',
  al: 'a l’',
  del: 'de l’',
  Del: 'De l’',
};

/** Returns a preposition or article as it is written before a text: `l’` before `1 de maig`, `el ` before `2 de maig`. */
const before = (text: string, word: string): string => (VOWEL.test(text.normalize('NFD')) ? ELIDED[word]! : `${word} `);

/** Returns the value of a placeholder in its format: `{{name, de}}`, `{{date, al}}`; without one as it is. */
export const formatCatalan = (text: string, format = ''): string =>
  ELIDED[format] ? before(text, format) + text : text;

const ARTICLE_BEFORE_FIELD = /(?<![\p{L}’'])(el|El|al|del|Del) (?=\{\{([^{}]*)\}\})/gu;

/** Elides the articles before the fields of a Catalan template, `al {{date}}`, by the values that replace them. */
export const elideBeforeFields = (template: string, valueOf: (field: string) => string): string =>
  template.replace(ARTICLE_BEFORE_FIELD, (_, article: string, field: string) => before(valueOf(field.trim()), article));
