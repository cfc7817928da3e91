import { placeholderUrl } from '#web/lib/thumbhash.ts';

/** A few screens' worth. Each is about 4 KB: kept for 5,000 photos they would be most of the page's memory. */
const KEPT = 300;

const urls = new Map<string, string | null>();

/** The blurred stand-in of a thumbhash; decoding one takes about a third of a millisecond, so the last ones are kept. */
export function placeholderImage(thumbhash: string): string | null {
  const known = urls.get(thumbhash);
  if (known !== undefined) return known;
  const url = placeholderUrl(thumbhash);
  urls.set(thumbhash, url);
  const oldest = urls.keys().next().value;
  if (urls.size > KEPT && oldest !== undefined) urls.delete(oldest);
  return url;
}
