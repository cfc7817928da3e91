/** A vowel that is heard, after a silent h; `i` and `u` before another vowel are consonants: `de Iolanda`. */
const VOWEL = /^h?(?:[aeoàèéòóáêâôäëö]|[iuíúïü](?![aeiouàèéíòóú]))/i;
/** The numbers that are read with a vowel first: u, onze. */
const VOWEL_NUMBER = /^(?:1|11)(?![\d.,]?\d)/;

const ELIDED = { el: 'l’', El: 'L’', al: 'a l’', del: 'de l’', Del: 'De l’' } as const;
type Article = keyof typeof ELIDED;

/** Returns `de` with a name, elided before a vowel as Catalan does: `d’Anna`, `de Núria`. */
const withDe = (name: string): string => (VOWEL.test(name) ? `d’${name}` : `de ${name}`);

/** Returns the article as it is written before a date, number or name: `l’` before `1 de maig`, `el ` before `2 de maig`. */
const articleBefore = (article: Article, text: string): string =>
  VOWEL.test(text) || VOWEL_NUMBER.test(text) ? ELIDED[article] : `${article} `;

const isArticle = (format: string | undefined): format is Article => format !== undefined && format in ELIDED;

/** Returns the value of a placeholder in its format: `{{name, de}}`, `{{date, al}}`; without one as it is. */
export function formatCatalan(text: string, format: string | undefined): string {
  if (format === 'de') return withDe(text);
  return isArticle(format) ? articleBefore(format, text) + text : text;
}

const ARTICLE_BEFORE_FIELD = /(?<![\p{L}’'])(el|El|al|del|Del) (?=\{\{([^{}]*)\}\})/gu;

/** Elides the articles before the fields of a Catalan template, `al {{date}}`, by the values that replace them. */
export const elideBeforeFields = (template: string, valueOf: (field: string) => string): string =>
  template.replace(ARTICLE_BEFORE_FIELD, (_, article: Article, field: string) =>
    articleBefore(article, valueOf(field.trim())),
  );
