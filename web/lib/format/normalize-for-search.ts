/** Fast path: ASCII text has no accents to remove. */
const isAscii = /^[ -~\n]*$/;

/** Removes case and accents for searches ("nuria" finds "Núria"). */
export function normalizeForSearch(text: string): string {
  const plain = isAscii.test(text) ? text : text.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return plain.toLocaleLowerCase();
}

/** True if a text contains each word of a search, in any order and regardless of case and accents. */
export function matchesWords(text: string, search: string): boolean {
  const plain = normalizeForSearch(text);
  return normalizeForSearch(search)
    .split(/\s+/)
    .every((word) => plain.includes(word));
}
