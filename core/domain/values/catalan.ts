/** A vowel that is heard, after a silent h; `i` and `u` before another vowel are consonants: `de Iolanda`. */
const VOWEL = /^h?(?:[aeoàèéòóáêâôäëö]|[iuíúïü](?![aeiouàèéíòóú]))/i;

/** Returns `de` with a name, elided before a vowel as Catalan does: `d’Anna`, `de Núria`. */
export const withDe = (name: string): string => (VOWEL.test(name) ? `d’${name}` : `de ${name}`);
