/** Most texts: they have no accents to take off. */
const isAscii = /^[ -~\n]*$/;

/** For comparing what people type: case and accents keep no one from being found ("nuria" finds "Núria"). */
export function normalizeForSearch(text: string): string {
  const plain = isAscii.test(text) ? text : text.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return plain.toLocaleLowerCase();
}
