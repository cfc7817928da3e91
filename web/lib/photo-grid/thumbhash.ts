import { thumbHashToDataURL } from 'thumbhash';

/** A blurred placeholder (data: address of a tiny PNG) from a photo's base64 thumbhash; null when it is damaged. */
export function placeholderUrl(hash: string | null | undefined): string | null {
  if (!hash) return null;
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(hash), (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}
