/*
 * Pages of others that the website shows in a frame, once a visitor asks for it. Every frame is sandboxed: it navigates
 * no page of ours, and opens no dialog.
 */
import { parseUrl } from '#web/lib/browser/parse-url.ts';

/** Without `allow-same-origin` a frame has an origin that equals no other: it keeps no cookies and reads no storage. */
const MAP_SANDBOX = 'allow-scripts allow-popups';

/**
 * Players fail without an origin, because they read their storage first. Theirs is not ours, so that they reach no page
 * of the studio with it.
 */
const PLAYER_SANDBOX = 'allow-scripts allow-same-origin allow-presentation allow-popups';

interface Frame {
  /** Address of the framed page. */
  src: string;
  /** Rights of the framed page: value of the attribute `sandbox`. */
  sandbox: string;
  /** Origin for the page's policy, `frame-src`. */
  origin: string;
}

/** Hosts and the page that each shows in frames; null for an address that it does not. */
const HOSTS: Readonly<Record<string, (url: URL) => string | null>> = {
  'www.openstreetmap.org': openStreetMap,
  'openstreetmap.org': openStreetMap,
  'www.google.com': googleMaps,
  'maps.google.com': googleMaps,
  'www.youtube.com': youTube,
  'm.youtube.com': youTube,
  'youtube.com': youTube,
  'youtu.be': youTube,
  'www.youtube-nocookie.com': youTube,
  'vimeo.com': vimeo,
  'www.vimeo.com': vimeo,
  'player.vimeo.com': vimeo,
};

/** Returns the frame that shows an address; null for all others, which are links. */
export function frameOf(href: string): Frame | null {
  const url = parseUrl(href);
  if (!url || url.protocol !== 'https:' || url.port || url.username) return null;
  const src = Object.hasOwn(HOSTS, url.host) ? HOSTS[url.host]!(url) : null;
  if (src === null) return null;
  const { origin } = new URL(src);
  return { src, origin, sandbox: PLAYERS.has(origin) ? PLAYER_SANDBOX : MAP_SANDBOX };
}

const PLAYERS: ReadonlySet<string> = new Set(['https://www.youtube-nocookie.com', 'https://player.vimeo.com']);

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
  const embedId = searchParams.get('pb');
  if (pathname !== '/maps/embed' || !embedId) return null;
  return `https://www.google.com/maps/embed?pb=${encodeURIComponent(embedId)}`;
}

/** The player without cookies until it plays (YouTube's help, "privacy enhanced mode"). */
function youTube({ host, pathname, searchParams }: URL): string | null {
  const [, first = '', second = ''] = pathname.split('/');
  const id =
    host === 'youtu.be' ? first : first === 'watch' ? searchParams.get('v') : NAMED_BEFORE.has(first) ? second : '';
  return id && /^[\w-]{11}$/.test(id) ? `https://www.youtube-nocookie.com/embed/${id}` : null;
}

const NAMED_BEFORE: ReadonlySet<string> = new Set(['embed', 'shorts', 'live']);

/** The player that neither follows its viewer nor sets cookies (Vimeo's help, "dnt"); unlisted videos have a hash. */
function vimeo({ pathname, searchParams }: URL): string | null {
  const [, id, hash] = /^\/(?:video\/)?(\d{5,12})(?:\/([0-9a-f]{6,20}))?$/.exec(pathname) ?? [];
  if (!id) return null;
  const secret = hash ?? searchParams.get('h') ?? '';
  return `https://player.vimeo.com/video/${id}?dnt=1${/^[0-9a-f]{6,20}$/.test(secret) ? `&h=${secret}` : ''}`;
}
