/** Letters that do not decompose into an ASCII letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i' };

/** Of a studio's slug, too. */
const MAX_LENGTH = 40;

/**
 * Returns a name in letters of an address, at most 40 and without a part of a word: `Núria & Pau Fotògrafs` →
 * `nuria-pau-fotografs`. May be too short for a studio's slug, or empty.
 */
export function slugFrom(name: string): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđłı]/g, (letter) => LETTERS[letter]!)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  if (words.length <= MAX_LENGTH) return words;
  const end = words.lastIndexOf('-', MAX_LENGTH);
  return words.slice(0, end > 0 ? end : MAX_LENGTH);
}

/** Letters of a gallery's id at the end of its link: 40 random bits. */
const LINK_KEY_LENGTH = 8;

/**
 * Returns the last segment of a gallery's address: `clara-jordi-7k3f9q2m`. The gallery is found by the key at its end,
 * and the name is only for people: so a link works after the gallery was renamed, and two galleries may have one name.
 * Every link has a key, with any visibility of the gallery, because that may change later and a name can be guessed.
 */
export function galleryLink({ id, name }: { id: string; name: string }): string {
  return `${slugFrom(name) || 'gallery'}-${id.slice(-LINK_KEY_LENGTH)}`;
}

const LINK = /^[a-z0-9]+(?:-[a-z0-9]+){0,20}-([0-9a-hjkmnp-tv-z]{8})$/;

/** Returns the key of a link; null for any other text. */
export function linkKey(link: string): string | null {
  return (link.length <= 60 && LINK.exec(link)?.[1]) || null;
}
