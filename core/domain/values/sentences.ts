/** Writes one full stop where a sentence ends with a value that has its own: `11 de des.`, `Pals Foto S.L.` */
export const oneFullStop = (text: string): string => text.replace(/(?<!\.)\.\.(?!\.)/g, '.');
