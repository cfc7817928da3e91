/*
 * Pages of others that the website shows in a frame, once a visitor asks for it. Frames are sandboxed without an origin
 * of their own, so that they keep no cookies and read no storage. Maps work like this; players of videos and music do
 * not (they read their cookies first), so those stay links.
 */

/** What a frame may do. Without `allow-same-origin` it has an origin that equals no other. */
export const FRAME_SANDBOX = 'allow-scripts allow-popups';

export interface Frame {
  /** Address of the framed page. */
  src: string;
  /** Origin for the page's policy, `frame-src`. */
  origin: string;
}

/** Hosts and the page that each shows in frames; null for an address that it does not. */
const HOSTS: Readonly<Record<string, (url: URL) => string | null>> = {
  'www.openstreetmap.org': openStreetMap,
  'openstreetmap.org': openStreetMap,
  'www.google.com': googleMaps,
  'maps.google.com': googleMaps,
};

/** Returns the frame that shows an address; null for all others, which are links. */
export function frameOf(href: string): Frame | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  if (url.protocol !== 'https:' || url.port || url.username) return null;
  const src = Object.hasOwn(HOSTS, url.host) ? HOSTS[url.host]!(url) : null;
  return src === null ? null : { src, origin: new URL(src).origin };
}

/** Pixels of the map that a share link shows, and of the tiles of the world at zoom 0. */
const [MAP_PX, TILE_PX] = [640, 256];
const MAP_RATIO = 9 / 16;

/** The embedded map as copied, or the map around the point of a share link. */
function openStreetMap({ pathname, searchParams, hash }: URL): string | null {
  const page = 'https://www.openstreetmap.org/export/embed.html';
  const number = /^-?\d{1,3}(?:\.\d{1,12})?$/;
  const points = (value: string | null, count: number) => {
    const parts = value?.split(',') ?? [];
    return parts.length === count && parts.every((part) => number.test(part)) ? parts.join('%2C') : null;
  };
  if (pathname === '/export/embed.html') {
    const box = points(searchParams.get('bbox'), 4);
    const marker = points(searchParams.get('marker'), 2);
    return box && `${page}?bbox=${box}${marker ? `&marker=${marker}` : ''}`;
  }
  const [, zoom, latitude, longitude] =
    /^#map=(\d{1,2})\/(-?\d{1,2}(?:\.\d+)?)\/(-?\d{1,3}(?:\.\d+)?)/.exec(hash) ?? [];
  if (zoom === undefined) return null;
  const [lat, lon] = [Number(latitude), Number(longitude)];
  const width = ((360 / 2 ** Number(zoom)) * MAP_PX) / TILE_PX;
  const height = width * MAP_RATIO * Math.cos((lat * Math.PI) / 180);
  const box = [lon - width / 2, lat - height / 2, lon + width / 2, lat + height / 2].map((edge) => edge.toFixed(5));
  return `${page}?bbox=${box.join('%2C')}&marker=${lat.toFixed(5)}%2C${lon.toFixed(5)}`;
}

/** The address that Google Maps offers under "Embed a map". */
function googleMaps({ pathname, searchParams }: URL): string | null {
  const place = searchParams.get('pb');
  if (pathname !== '/maps/embed' || !place) return null;
  return `https://www.google.com/maps/embed?pb=${encodeURIComponent(place)}`;
}
