/** Fast path: ASCII text has no accents to remove. */
const isAscii = /^[ -~\n]*$/;

/** Removes case and accents for searches ("nuria" finds "Núria"). */
export function normalizeForSearch(text: string): string {
  const plain = isAscii.test(text) ? text : text.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return plain.toLocaleLowerCase();
}
