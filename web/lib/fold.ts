/** For comparing what people type: case and accents keep no one from being found ("nuria" finds "Núria"). */
export function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();
}
