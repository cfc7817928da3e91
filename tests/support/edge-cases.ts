import type { EdgeCase } from './edge-case.ts';
import type { RawRequest } from './edge-events.ts';
import { EDGE_IMAGE_CASES, FILE, GALLERY, imageToken, picture } from './edge-image-cases.ts';

/*
 * Cases of the edge functions, for both runtimes: their source inside the local edge, and the built script in
 * CloudFront's runtime.
 */

const SITE = `/site/${'a'.repeat(10)}/${'t'.repeat(32)}`;
const OG = `/og/${GALLERY}/${'t'.repeat(43)}.jpg`;

const kept = { 'cache-control': 'private, max-age=31536000, immutable', vary: 'Accept' };
const answers: EdgeCase[] = [200, 206, 304].map((status) => ({
  title: `a picture (${status}) is the viewer’s own to keep`,
  fn: 'image-response',
  request: { path: picture() },
  response: { status, headers: { 'cache-control': 'public, max-age=60', etag: '"tag"' } },
  expect: { status, headers: { ...kept, etag: '"tag"' } },
}));
answers.push({
  title: 'a redirect is not kept',
  fn: 'image-response',
  request: { path: picture() },
  response: { status: 302, headers: { 'cache-control': 'no-store' } },
  expect: { status: 302, headers: { 'cache-control': 'no-store', vary: 'Accept' } },
});

const galleryPage = { path: '/p/studio/gallery/g', headers: { cookie: 'image_token=old' } };
answers.push(
  {
    title: 'the page of an open gallery brings an image token signed with the current key',
    fn: 'page-response',
    request: galleryPage,
    response: { status: 200, headers: { 'x-open-galleries': GALLERY, etag: '"tag"' } },
    expect: {
      status: 200,
      headers: { 'x-open-galleries': null, etag: '"tag"' },
      setCookies: {
        image_token: {
          value: imageToken({ kind: 'galleries', ids: [GALLERY] }),
          attributes: 'Path=/api/images; Max-Age=300; HttpOnly; SameSite=Lax; Secure',
        },
      },
    },
  },
  {
    title: 'the language of the address is kept in a cookie',
    fn: 'page-response',
    request: galleryPage,
    response: { status: 302, headers: { 'x-chosen-language': 'ca' } },
    expect: {
      status: 302,
      headers: { 'x-chosen-language': null },
      setCookies: { i18next: { value: 'ca', attributes: 'Path=/; Max-Age=31536000; SameSite=Strict; Secure' } },
    },
  },
  {
    title: 'any other page brings none',
    fn: 'page-response',
    request: galleryPage,
    response: { status: 200, headers: { etag: '"tag"' } },
    expect: { status: 200, headers: { etag: '"tag"' }, setCookies: {} },
  },
);

const spoofed = {
  host: 'studio.example',
  'X-Viewer-Address': '1.2.3.4',
  'x-viewer-host': ['evil.example', 'worse.example'],
  'X-Forwarded-For': '1.2.3.4',
  'x-account-id': 'kept',
  cookie: 'a=1; b=2',
};
const known = {
  'x-viewer-address': '198.51.100.11',
  'x-viewer-host': 'studio.example',
  'x-forwarded-for': null,
  'x-account-id': 'kept',
};

const api: EdgeCase[] = [
  {
    title: 'says who asks and where',
    fn: 'api-request',
    request: { path: '/api/accounts?x=%26&x=2', headers: spoofed },
    expect: { uri: '/api/accounts', query: { x: '%26,2' }, cookies: { a: '1', b: '2' }, headers: known },
  },
  {
    title: 'a viewer by IPv6',
    fn: 'api-request',
    request: { method: 'DELETE', path: '/api/accounts', ip: '2001:db8::1', headers: { host: 'a' } },
    expect: { headers: { 'x-viewer-address': '2001:db8::1' } },
  },
  {
    title: 'an upload that no function takes',
    fn: 'api-request',
    request: { method: 'POST', path: '/api/upload', headers: { host: 'a', 'content-length': '4718592' } },
    expect: { status: 413, code: 'payload_too_large' },
  },
  {
    title: 'an upload of the largest file with its form',
    fn: 'api-request',
    request: { method: 'POST', path: '/api/upload', headers: { host: 'a', 'content-length': '4194700' } },
    expect: { uri: '/api/upload' },
  },
  {
    title: 'a public answer has no query',
    fn: 'public-api-request',
    request: { path: '/api/p/studio?utm=1', headers: spoofed },
    expect: { uri: '/api/p/studio', query: {}, cookies: { a: '1', b: '2' }, headers: known },
  },
  {
    title: 'a download has',
    fn: 'public-api-request',
    request: { path: '/api/p/g/photos/p/download?size=original', headers: { host: 'a' } },
    expect: { query: { size: 'original' } },
  },
  {
    title: 'a search for free slots has',
    fn: 'public-api-request',
    request: { path: '/api/p/studio/booking/slots?type=a&from=1&to=2', headers: { host: 'a' } },
    expect: { query: { type: 'a', from: '1', to: '2' } },
  },
  {
    title: 'a public answer has its slug in lower case, and a token as it is',
    fn: 'public-api-request',
    request: { path: '/api/p/StuDio/bookings/aBC', headers: { host: 'a' } },
    expect: { uri: '/api/p/studio/bookings/aBC' },
  },
  ...['/api/p/stud%69o', '/api/p/studio%2Fgallery', '/api/p//studio', '/api/p/studio//gallery/x', '/api/p/%'].map(
    (path): EdgeCase => ({
      title: `no second spelling of a public answer: ${path}`,
      fn: 'public-api-request',
      request: { path, headers: { host: 'a' } },
      expect: { status: 404, code: 'not_found' },
    }),
  ),
  {
    title: 'what only looks like one has not',
    fn: 'public-api-request',
    request: { path: '/api/p/studio/bookings/slots/x?from=1', headers: { host: 'a' } },
    expect: { query: {} },
  },
  {
    title: 'and so has what is written',
    fn: 'public-api-request',
    request: { method: 'POST', path: '/api/p/g/galleries/verify?x=1', headers: { host: 'a' } },
    expect: { query: { x: '1' } },
  },
];

const language = (title: string, path: string, headers: RawRequest['headers'], wanted: string): EdgeCase => ({
  title,
  fn: 'page-request',
  request: { path, headers: { host: 'a', ...headers } },
  expect: { query: {}, cookies: {}, headers: { 'x-language': wanted, 'x-viewer-host': 'a' } },
});

const keptQuery = (title: string, path: string, kept: string | null, fn = 'page-request'): EdgeCase => ({
  title,
  fn,
  request: { path, headers: { host: 'a', 'x-query': 'made=up' } },
  expect: { query: {}, headers: { 'x-query': kept } },
});

const pages: EdgeCase[] = [
  keptQuery('redirects keep the language of the query', '/p/studio?utm=1&lng=ca-ES&x=2', 'lng=ca'),
  keptQuery('redirects keep nothing else', '/p/studio?utm=1&lng=fr', null),
  keptQuery(
    'an invitation keeps its token',
    `/p/studio/invite/g1?token=${'t'.repeat(43)}&x=1`,
    `token=${'t'.repeat(43)}`,
  ),
  keptQuery(
    'an invitation on an own domain keeps its token and the language',
    `/invite/g1/?token=${'t'.repeat(43)}&lng=es`,
    `lng=es&token=${'t'.repeat(43)}`,
    'own-page-request',
  ),
  keptQuery('an invitation keeps no other token', '/p/studio/invite/g1?token=%3Cb%3E', null),
  keptQuery('no other page keeps a token', `/p/studio/gallery/g1?token=${'t'.repeat(43)}`, null),
  keptQuery('a sign-in on the product’s host keeps the language alone', '/login?next=1&email=a&lng=ca', 'lng=ca'),
  ...(
    [
      ['a page keeps the language alone', '/?utm=1&next=1&lng=ca-ES', 'lng=ca'],
      [
        'a sign-in keeps what its page reads',
        '/login/?next=%2Fapp%2Fsettings&link=invite&utm=1',
        'link=invite&next=%2Fapp%2Fsettings',
      ],
      ['a sign-in keeps no session', '/login?access_token=a.b.c&refresh_token=r&provider_token=p', null],
      ['a sign-in keeps no endless query', `/reset-password?next=${'y'.repeat(1024)}`, null],
    ] as const
  ).map(([title, path, kept]) => keptQuery(`${title} on an own domain`, path, kept, 'own-page-request')),
  language('none without a word', '/', {}, '*'),
  language('the browser’s first that is ours', '/', { 'accept-language': 'de, fr;q=0.9, ca;q=0.8, en' }, 'ca'),
  language('nothing at the end of a very long list', '/', { 'accept-language': `${'de,'.repeat(2000)}ca` }, '*'),
  language('the cookie before the browser', '/', { cookie: 'i18next=es', 'accept-language': 'ca' }, 'es'),
  language('the query before the cookie', '/?lng=ca-ES', { cookie: 'i18next=es' }, 'ca'),
  language('nothing that is not ours', '/?lng=__proto__&lng=ca', { cookie: 'i18next=; i18next=ca' }, '*'),
  language('a viewer’s own header does not count', '/', { 'x-language': 'ca' }, '*'),
  ...(
    [
      ['/p/studio/', '/p/studio'],
      ['/p/studio', '/p/studio'],
      ['/p/StuDio', '/p/studio'],
      ['/p/STUDIO/booking/aBC/', '/p/studio/booking/aBC'],
      ['/p/stud%69O', '/p/stud%69O'],
      ['/P/Studio', '/P/Studio'],
      ['/app/galleries/aBC', '/app/galleries/aBC'],
      ['/', '/'],
      ['///', '/'],
      [`/${'/'.repeat(4000)}x/`, `/${'/'.repeat(4000)}x`],
      ['/p/%2e%2e/', '/p/%2e%2e'],
      [`/x${'/'.repeat(4000)}`, `/x${'/'.repeat(3984)}`],
    ] as const
  ).map(([path, uri]): EdgeCase => ({
    title: `one address for ${path.slice(0, 20)}`,
    fn: 'page-request',
    request: { path: `${path}?utm=1`, headers: { host: 'a', cookie: 'visitor=1' } },
    expect: { uri, query: {}, cookies: {} },
  })),
];

const others: EdgeCase[] = [
  {
    title: 'no page is a service worker',
    fn: 'page-request',
    request: { path: `/code/${'0'.repeat(64)}.js`, headers: { host: 'a', 'service-worker': 'script' } },
    expect: { status: 404 },
  },
  {
    title: 'a link preview',
    fn: 'og-request',
    request: { path: `${OG}?x=1`, headers: { cookie: 'a=1' } },
    expect: { uri: OG, query: {}, cookies: {} },
  },
  ...[
    `/og/${GALLERY}/${FILE}/source.json`,
    '/og/',
    `/og/${GALLERY}/short.jpg`,
    `/og/../${GALLERY}/${FILE}/w800-q50.jpg`,
    `/og/%2e%2e${OG}`,
    `${OG}/x`,
    `${OG}%00`,
    `/x${OG}`,
  ].map((path): EdgeCase => ({
    title: `no link preview at ${path}`,
    fn: 'og-request',
    request: { path },
    expect: { status: 404, code: 'not_found' },
  })),
  {
    title: 'a picture of a website',
    fn: 'og-request',
    request: { path: `${SITE}-1200.jpg?x=1`, headers: { cookie: 'a=1' } },
    expect: { uri: `${SITE}-1200.jpg`, query: {}, cookies: {} },
  },
  ...[
    ['1200.jpg', 'image/avif,image/webp,*/*', '1200.avif'],
    ['1200.jpg', 'image/webp,*/*', '1200.jpg'],
    ['1920.jpg', 'image/avif,*/*', '1920.jpg'],
    ['800.webp', 'image/avif,*/*', '800.webp'],
  ].map(([size, accept, given]): EdgeCase => ({
    title: `a picture of a website, ${size} for ${accept}`,
    fn: 'og-request',
    request: { path: `${SITE}-${size}`, headers: { accept: accept! } },
    expect: { uri: `${SITE}-${given}`, query: {}, cookies: {} },
  })),
  ...[
    '/site/',
    SITE,
    `${SITE}-1200.avif`,
    `${SITE}-1200.png`,
    `${SITE}-12000.jpg`,
    `${SITE}-.webp`,
    `/site/../${GALLERY}/${FILE}/w800-q50.jpg`,
    `/site/%2e%2e${SITE}-800.jpg`,
    `/site/archives/${GALLERY}-800.jpg`,
    `${SITE.toUpperCase()}-800.jpg`,
    `/x${SITE}-800.jpg`,
  ].map((path): EdgeCase => ({
    title: `no picture of a website at ${path}`,
    fn: 'og-request',
    request: { path },
    expect: { status: 404, code: 'not_found' },
  })),
  {
    title: 'a font',
    fn: 'og-request',
    request: { path: '/api/fonts/0123456789abcdefghjk?x=1', headers: { cookie: 'a=1' } },
    expect: { uri: '/fonts/0123456789abcdefghjk', query: {}, cookies: {} },
  },
  ...['/api/fonts/', '/api/fonts/short', '/api/fonts/0123456789abcdefghji', '/fonts/0123456789abcdefghjk'].map(
    (path): EdgeCase => ({
      title: `no font at ${path}`,
      fn: 'og-request',
      request: { path },
      expect: { status: 404, code: 'not_found' },
    }),
  ),
  {
    title: 'a logo',
    fn: 'og-request',
    request: { path: '/api/logos/0123456789/0123456789abcdefghjk-960x120d.png?x=1', headers: { cookie: 'a=1' } },
    expect: { uri: '/logos/0123456789/0123456789abcdefghjk-960x120d.png', query: {}, cookies: {} },
  },
  {
    title: 'a logo’s icon',
    fn: 'og-request',
    request: { path: '/api/logos/0123456789/0123456789abcdefghjk-icon180.png' },
    expect: { uri: '/logos/0123456789/0123456789abcdefghjk-icon180.png', query: {}, cookies: {} },
  },
  {
    title: 'a studio’s photo',
    fn: 'og-request',
    request: { path: '/api/logos/0123456789/0123456789abcdefghjk-1920x1280s.jpg?x=1', headers: { cookie: 'a=1' } },
    expect: { uri: '/logos/0123456789/0123456789abcdefghjk-1920x1280s.jpg', query: {}, cookies: {} },
  },
  ...['-960x120d.svg', '-960x120d.jpg', '-960x120.png', '-icon64.png', '.png', '-960x120d.png/x', '/../x-1x1d.png'].map(
    (end): EdgeCase => ({
      title: `no logo at …${end}`,
      fn: 'og-request',
      request: { path: `/api/logos/0123456789/0123456789abcdefghjk${end}` },
      expect: { status: 404, code: 'not_found' },
    }),
  ),
  {
    title: 'a report, without cookies and query',
    fn: 'report-request',
    request: { method: 'POST', path: '/pulse/e/?_=1&ip=0', headers: { cookie: 'visitor_session=x' } },
    expect: { uri: '/', query: {}, cookies: {} },
  },
  ...['GET', 'HEAD', 'PUT', 'DELETE'].map((method): EdgeCase => ({
    title: `no ${method} of a report`,
    fn: 'report-request',
    request: { method, path: '/pulse/errors' },
    expect: { status: 404 },
  })),
  {
    title: 'the health check',
    fn: 'zero-request',
    request: { path: '/zero/keepalive' },
    expect: { uri: '/keepalive' },
  },
  {
    title: 'a socket',
    fn: 'zero-request',
    request: {
      path: '/zero/sync/v51/connect?clientID=1&schema=%7B%7D',
      headers: { 'sec-websocket-protocol': 'token', 'sec-websocket-key': 'k', cookie: 'AWSALB=1', host: 'a' },
    },
    expect: {
      uri: '/zero/sync/v51/connect',
      query: { clientID: '1', schema: '%7B%7D' },
      cookies: { AWSALB: '1' },
      headers: { 'sec-websocket-protocol': 'token', 'sec-websocket-key': 'k' },
    },
  },
  ...[
    '/zero/statz',
    '/zero/heapz',
    '/zero/',
    '/zero/sync/v51/connect/x',
    '/zero/sync/v51/connect%00',
    '/zero/keepalive/',
  ].map((path): EdgeCase => ({
    title: `nothing of zero-cache at ${path}`,
    fn: 'zero-request',
    request: { path },
    expect: { status: 404 },
  })),
];

export const EDGE_CASES: readonly EdgeCase[] = [...EDGE_IMAGE_CASES, ...answers, ...api, ...pages, ...others];
