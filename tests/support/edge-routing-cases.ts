import type { RawRequest } from './edge-events.ts';
import { FILE, GALLERY, imageToken, picture } from './edge-image-cases.ts';

/* Requests and their destinations, for both the local edge and the configured distribution. */

export type Backend = 'site' | 'storage' | 'functions' | 'zero' | 'nobody';

export interface RoutingCase {
  title: string;
  request: RawRequest;
  /** Origin that is requested first. */
  backend: Backend;
  /** Origins of the distribution, in the order of requests. */
  origins?: readonly string[];
  /** Path at the origin; unchanged by default. */
  path?: string;
  /** Status of a refusal at the edge. */
  status?: number;
  /** Names of our headers that reach functions. */
  headers?: readonly string[];
  /** Names of forwarded cookies. */
  cookies?: readonly string[];
}

const FONT = '0123456789abcdefghjk';
const OG = `/og/${GALLERY}/${'t'.repeat(43)}.jpg`;
const SITE = `/site/${'a'.repeat(10)}/${'t'.repeat(32)}-800.webp`;
const token = `image_token=${imageToken({ kind: 'galleries', ids: [GALLERY] })}`;
const viewer = { host: 'studio.example', cookie: 'visitor=1', authorization: 'Bearer x', 'x-account-id': 'a' };
const asked = ['x-viewer-address', 'x-viewer-host'];

const to = (
  backend: Backend,
  origins: readonly string[],
  path: string,
  more: Partial<RoutingCase> = {},
): RoutingCase => ({
  title: `${more.request?.method ?? 'GET'} ${path}`,
  request: { path, headers: viewer },
  backend,
  origins,
  ...more,
});
const api = (path: string, method = 'GET', more: Partial<RoutingCase> = {}) =>
  to('functions', ['api'], path, {
    request: { path, method, headers: viewer },
    headers: [...asked, 'authorization', 'x-account-id'],
    cookies: ['visitor'],
    ...more,
  });
const refused = (status: number, path: string, method = 'GET'): RoutingCase =>
  to('nobody', [], path, { request: { path, method, headers: viewer }, status });

export const ROUTING_CASES: readonly RoutingCase[] = [
  ...[
    '/assets/app-1a2b.js',
    '/locales/en/common.json',
    '/theme.js',
    '/start.js',
    '/keep-images.js',
    '/site-code.js',
    '/sw.js',
    '/gallery-sw.js',
    '/workbox-1a.js',
    '/icon.svg',
    '/landing.jpg',
    '/licences.txt',
  ].map((path) => to('site', ['site'], path)),
  to('storage', ['renditions', 'transform'], picture('?width=800'), {
    request: { path: picture('?width=800'), headers: { ...viewer, cookie: token } },
    path: `/${GALLERY}/${FILE}/w800-q70.jpg`,
    cookies: [],
  }),
  refused(403, picture()),
  refused(404, '/api/images/'),
  to('storage', ['renditions'], OG),
  refused(404, `/og/${GALLERY}/x.jpg`),
  to('storage', ['renditions'], `${SITE}?x=1`, { path: SITE, cookies: [] }),
  refused(404, '/site/x.jpg'),
  to('storage', ['renditions'], `/api/fonts/${FONT}?x=1`, { path: `/fonts/${FONT}`, cookies: [] }),
  refused(404, '/api/fonts/x'),
  to('storage', ['renditions'], '/api/logos/0123456789/0123456789abcdefghjk-icon32.png', {
    path: '/logos/0123456789/0123456789abcdefghjk-icon32.png',
    cookies: [],
  }),
  refused(404, '/api/logos/x.svg'),
  refused(404, `/api/fonts/${FONT}/..`),
  // Other objects in the image buckets have no URL here: archives, fonts, and the watermarks' images.
  ...['archives', 'fonts', 'watermarks'].flatMap((folder) => {
    const key = `${folder}/${GALLERY}/${FILE}/1.zip`;
    const withToken = { path: `/api/images/${key}`, headers: { ...viewer, cookie: token } };
    return [
      to('functions', ['page'], `/${key}`, { headers: ['x-viewer-host'], cookies: [] }),
      refused(404, `/og/${key}`),
      refused(404, `/site/${key}`),
      to('nobody', [], `/api/images/${key}`, { request: withToken, status: 404 }),
    ];
  }),
  api('/api/images/token', 'POST'),
  api('/api/accounts?x=1'),
  api('/api/accounts', 'DELETE'),
  api('/api/zero/query', 'POST'),
  api('/api/p/g/galleries/verify?x=1', 'POST'),
  api('/api/p/g/photos/p/download?size=web'),
  api('/api/p/g/photos/p/play?as=json'),
  api('/api/p/g/proofing?x=1', 'GET', { path: '/api/p/g/proofing' }),
  api('/api/p/g/lists/l/picks/p', 'PUT'),
  api('/api/p/studio?utm=1', 'GET', { path: '/api/p/studio' }),
  api('/api/p/studio/booking/slots?type=a&from=1&to=2'),
  api('/api/p/g/changes?since=7'),
  api('/api/p/studio/booking?x=1', 'POST'),
  api('/api/calendar/token/sessions.ics'),
  to('zero', ['zero'], '/zero/keepalive', { path: '/keepalive' }),
  refused(404, '/zero/statz'),
  ...[
    '/',
    '/p/studio',
    '/preview/secret/about',
    '/app/galleries',
    '/assets',
    '/api',
    '/index.html',
    '/zero',
    '/og',
    '/Assets/x.js',
  ].map((path) => to('functions', ['page'], path, { headers: ['x-language', 'x-viewer-host'], cookies: [] })),
  to('functions', ['page'], '/p/studio/?utm=1', {
    path: '/p/studio',
    headers: ['x-language', 'x-viewer-host'],
    cookies: [],
  }),
  ...['/', OG, SITE, `/api/fonts/${FONT}`, '/assets/app.js', '/zero/keepalive', picture()].map((path) =>
    refused(403, path, 'POST'),
  ),
  refused(403, '/api/accounts', 'PROPFIND'),
];

/** Pairs of requests, and whether they share one cached response. */
export const SHARED_ANSWERS: readonly { title: string; one: RawRequest; other: RawRequest; shared: boolean }[] = [
  ['a public gallery, whatever its query', '/api/p/studio', {}, '/api/p/studio?utm=1', {}, true],
  [
    'a public gallery, whatever the cookie',
    '/api/p/studio',
    { cookie: 'visitor=a' },
    '/api/p/studio',
    { cookie: 'visitor=b' },
    true,
  ],
  [
    'a public gallery of two who signed in',
    '/api/p/studio',
    { authorization: 'a' },
    '/api/p/studio',
    { authorization: 'b' },
    false,
  ],
  ['a public gallery of one who signed in', '/api/p/studio', {}, '/api/p/studio', { authorization: 'b' }, false],
  ['a public gallery, whatever the case of its slug', '/api/p/studio', {}, '/api/p/STUDIO', {}, true],
  ['a page, whatever the case of its slug', '/p/s', { host: 'a' }, '/p/S', { host: 'a' }, true],
  ['two public galleries', '/api/p/studio', {}, '/api/p/other', {}, false],
  [
    'a page, whatever its query and cookie',
    '/p/s?a=1',
    { host: 'a', cookie: 'visitor=1' },
    '/p/s/',
    { host: 'a' },
    true,
  ],
  [
    'the sign-in page, whatever it is opened with',
    '/login?next=%2Fapp&email=a%40a.example',
    { host: 'a' },
    '/login?next=%2Fapp%2Fsettings&link=invite',
    { host: 'a' },
    true,
  ],
  ['the sign-in page in two languages', '/login?lng=ca&next=1', { host: 'a' }, '/login?next=1', { host: 'a' }, false],
  ['a page, however its host is written', '/p/s', { host: 'a.example' }, '/p/s', { host: 'A.Example:443' }, true],
  ['a page in two languages', '/p/s?lng=ca', { host: 'a' }, '/p/s', { host: 'a' }, false],
  ['a page on two hosts', '/p/s', { host: 'a' }, '/p/s', { host: 'b' }, false],
  ['a page, whatever header a viewer makes up', '/p/s', { host: 'a', 'x-language': 'ca' }, '/p/s', { host: 'a' }, true],
  [
    'a picture, however it is asked for',
    picture('?width=200&height=200'),
    { cookie: token },
    picture('?aspect_ratio=1%3A1&width=200'),
    { cookie: `other=1; ${token}` },
    true,
  ],
  ['two sizes of a picture', picture('?width=200'), { cookie: token }, picture('?width=201'), { cookie: token }, false],
  ['a link preview, whatever its query', OG, {}, `${OG}?x=1`, { cookie: 'a=1' }, true],
].map(([title, one, oneHeaders, other, otherHeaders, shared]) => ({
  title: title as string,
  one: { path: one as string, headers: oneHeaders as Record<string, string> },
  other: { path: other as string, headers: otherHeaders as Record<string, string> },
  shared: shared as boolean,
}));
