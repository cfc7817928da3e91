import type { Translations } from '#core/domain/values/translations.ts';
import { normalizeForSearch } from '#web/lib/format/normalize-for-search.ts';

interface Person {
  name: string;
  email: string;
  phone: string;
  address: string;
}

/** Shorter words of a name ("de", "i", "Jo") match too much. */
const MIN_WORD = 3;
/** Shorter numbers match too much; longer ones are compared without their country code. */
const PHONE_DIGITS = { min: 6, max: 9 } as const;
/** Parts of surnames, in their normalised form. */
const PARTICLES = new Set(['del', 'dels', 'las', 'los', 'les', 'san', 'van', 'von', 'der', 'and', 'the']);

/** Splits a text into normalised words, also at the capitals of "AdaPau" and at underscores. */
const words = (text: string) =>
  normalizeForSearch(text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
const digits = (text: string) => text.replaceAll(/\D/g, '');

function identifiers({ name, email, phone, address }: Person) {
  const number = digits(phone).slice(-PHONE_DIGITS.max);
  // The street: the rest of an address is a town that many texts name.
  const street = normalizeForSearch(address.split(/[\n,]/)[0]!.trim());
  return {
    names: words(name).filter((word) => word.length >= MIN_WORD && !PARTICLES.has(word)),
    email: email.toLowerCase(),
    number: number.length >= PHONE_DIGITS.min ? number : '',
    street: street.length >= PHONE_DIGITS.min ? street : '',
  };
}

/** Returns a predicate: true for a text with a word of the person's name, their email, phone number or street. */
export function personMatcher(person: Person): (text: string) => boolean {
  const { names, email, number, street } = identifiers(person);
  return (text) => {
    if (!text) return false;
    const plain = normalizeForSearch(text);
    if ((email && plain.includes(email)) || (street && plain.includes(street))) return true;
    if (number && digits(text).includes(number)) return true;
    const present = new Set(words(text));
    return names.some((name) => present.has(name));
  };
}

/** Returns texts for the queries of core/zero/queries/mentions.ts, which compare case-insensitively, with accents. */
export function queryTexts(person: Person): string[] {
  const { names, email, number } = identifiers(person);
  const spelled = person.name.toLocaleLowerCase().split(/[^\p{L}\p{M}]+/u);
  const accented = spelled.filter((word) => names.includes(normalizeForSearch(word)));
  const street = person.address.split(/[\n,]/)[0]!.trim();
  return [...new Set([...names, ...accented, email, number, street])]
    .filter((text) => text.length >= MIN_WORD)
    .slice(0, 20);
}

/**
 * Returns the texts in other languages that match, and the translations without them: a missing text is read in the
 * studio's language.
 */
export function translationsWithout(
  translations: Translations,
  matches: (text: string) => boolean,
): { found: string[]; rest: Translations } {
  const found: string[] = [];
  const rest = Object.fromEntries(
    Object.entries(translations).map(([language, texts]) => [
      language,
      Object.fromEntries(
        Object.entries(texts).filter(([, text]) => {
          const isMatch = text !== undefined && matches(text);
          if (isMatch) found.push(text);
          return !isMatch;
        }),
      ),
    ]),
  );
  return { found, rest };
}
