import encode from 'qr';
import { badRequest } from './errors.ts';

/** Light modules around the code, which cameras need (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** Pixels per module, if the page sets no size. */
const SCALE = 4;

/** Capacity of the largest code at medium error correction (ISO/IEC 18004, table 7: 40-M, bytes). */
const MAX_BYTES = 2_331;

/**
 * Returns a text as a QR code in SVG: black on a white background, readable on dark pages too, without characters that
 * a data: URL must escape. 400 if the text is too long.
 */
export function qrSvg(text: string): string {
  if (Buffer.byteLength(text) > MAX_BYTES) throw badRequest('The issuer is too long for a QR code');
  const modules = encode(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const size = modules.length;
  const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
  const attributes = `width="${size * SCALE}" height="${size * SCALE}" viewBox="0 0 ${size} ${size}"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" ${attributes} shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="white"/><path d="${path.join('')}" fill="black"/></svg>`
  );
}
