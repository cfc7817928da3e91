import { thumbHashToAverageRGBA, thumbHashToDataURL } from 'thumbhash';

/** Returns a blurred placeholder (data URL of a tiny PNG) from a photo's base64 thumbhash; null if it is invalid. */
export function placeholderUrl(hash: string | null | undefined): string | null {
  return decoded(hash, thumbHashToDataURL);
}

/** Returns the average colour of a photo as CSS, from its base64 thumbhash; undefined if that is invalid. */
export function averageColor(hash: string | null | undefined): string | undefined {
  return (
    decoded(hash, (bytes) => {
      const { r, g, b } = thumbHashToAverageRGBA(bytes);
      return `rgb(${[r, g, b].map((part) => Math.round(part * 255)).join(' ')})`;
    }) ?? undefined
  );
}

function decoded(hash: string | null | undefined, read: (bytes: Uint8Array) => string): string | null {
  if (!hash) return null;
  try {
    return read(Uint8Array.from(atob(hash), (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}
