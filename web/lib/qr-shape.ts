import { encode } from 'uqr';

/**
 * Returns the dark modules of a text's QR code as the path of an SVG, one unit a module, and its width in modules. Not
 * among the components: those that clients' pages share are one chunk, which would have the library.
 */
export function qrShape(text: string): { path: string; size: number } {
  // Level M survives 15 % of damage; the border is the quiet zone of four modules that the standard requires.
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { path, size };
}
