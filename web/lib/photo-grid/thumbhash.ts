import { thumbHashToDataURL } from 'thumbhash';

/** Returns a blurred placeholder (data URL of a tiny PNG) from a photo's base64 thumbhash; null if it is invalid. */
export function placeholderUrl(hash: string | null | undefined): string | null {
  if (!hash) return null;
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(hash), (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}
