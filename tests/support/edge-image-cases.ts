import { createHmac } from 'node:crypto';
import { imageTokenPayload, type ImageTokenScope } from '#core/domain/photos/image-token.ts';
import type { EdgeCase } from './edge-case.ts';

/* Cases of the function that guards images (edge-cases.ts has the others). */

export const KEY = 'ab'.repeat(32);
export const OLD_KEY = 'cd'.repeat(32);
export const NOW = Date.UTC(2026, 5, 1);
const ACCOUNT = 'acct000000';
export const GALLERY = `${ACCOUNT}ga11ery000000000`;
const FOREIGN = '0ther00000ga11ery000000000';
export const FILE = 'f11e00000000000000000000';

/** A token that is valid for another five minutes. */
export function imageToken(scope: ImageTokenScope, { exp = NOW / 1000 + 300, key = KEY } = {}): string {
  const payload = imageTokenPayload({ exp, scope });
  return `${payload}.${createHmac('sha256', Buffer.from(key, 'hex')).update(payload).digest('hex')}`;
}

const own = imageToken({ kind: 'galleries', ids: [GALLERY] });
const foreign = imageToken({ kind: 'galleries', ids: [FOREIGN] });

export const picture = (query = '', name = `${FILE}.jpg`, gallery = GALLERY) =>
  `/api/images/${gallery}/${name}${query}`;

function pictureCase(
  title: string,
  path: string,
  cookie: string | undefined,
  expect: EdgeCase['expect'],
  accept?: string,
): EdgeCase {
  const headers = { ...(cookie ? { cookie } : {}), ...(accept ? { accept } : {}) };
  return { title, fn: 'image-request', request: { path, headers }, expect };
}

/** What a browser sends with an `<img>`. */
const IMG_ACCEPT = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

const withToken = `other=1; image_token=${own}`;
const rendition = (name: string) => ({ uri: `/${GALLERY}/${FILE}/${name}`, query: {}, cookies: {} });
const refused = { status: 403, code: 'image_token_required', headers: { 'cache-control': 'no-store' } };

export const EDGE_IMAGE_CASES: readonly EdgeCase[] = [
  pictureCase(
    'a picture by its canonical name',
    picture('?width=800&quality=50'),
    withToken,
    rendition('w800-q50.jpg'),
  ),
  ...[
    '?width=200&height=200&quality=50',
    '?quality=50&height=200&width=200',
    '?aspect_ratio=1%3A1&width=200&quality=50',
  ].map((query) => pictureCase(`one name for ${query}`, picture(query), withToken, rendition('w200-h200-q50.jpg'))),
  ...(
    [
      ['AVIF for a browser that takes it', '?width=800&quality=82', IMG_ACCEPT, 'w800-q68.avif'],
      ['AVIF for a small tile', '?quality=82&width=400', 'image/avif', 'w400-q68.avif'],
      ['JPEG for a browser without AVIF', '?quality=82&width=400', 'image/webp,*/*', 'w400-q82.jpg'],
      ['JPEG for a program that accepts anything', '?width=800&quality=82', '*/*', 'w800-q82.jpg'],
      ['the format that the address names', '?width=800&quality=82&format=jpeg', IMG_ACCEPT, 'w800-q82.jpg'],
      ['JPEG for a preset', '?width=800&quality=50', IMG_ACCEPT, 'w800-q50.jpg'],
      ['JPEG in a size that is no tile', '?width=801&quality=82', IMG_ACCEPT, 'w801-q82.jpg'],
      ['JPEG for a crop', '?width=800&height=800&quality=82', IMG_ACCEPT, 'w800-h800-q82.jpg'],
    ] as const
  ).map(([title, query, accept, name]) => pictureCase(title, picture(query), withToken, rendition(name), accept)),
  pictureCase('an account’s token', picture(), `image_token=${imageToken({ kind: 'account', id: ACCOUNT })}`, {}),
  pictureCase(
    'the key before a rotation',
    picture(),
    `image_token=${imageToken({ kind: 'galleries', ids: [GALLERY] }, { key: OLD_KEY })}`,
    {},
  ),
  pictureCase('a member who also visits', picture(), `image_token=${foreign}; member_image_token=${own}`, {}),
  pictureCase('no token', picture(), undefined, refused),
  pictureCase('nonsense for a token', picture(), 'image_token=nonsense', refused),
  pictureCase('a token of another gallery', picture(), `image_token=${foreign}`, refused),
  pictureCase(
    'a token of another account',
    picture(),
    `image_token=${imageToken({ kind: 'account', id: '0ther00000' })}`,
    refused,
  ),
  pictureCase(
    'a token that is over',
    picture(),
    `image_token=${imageToken({ kind: 'galleries', ids: [GALLERY] }, { exp: NOW / 1000 })}`,
    refused,
  ),
  pictureCase(
    'a token of another key',
    picture(),
    `image_token=${imageToken({ kind: 'galleries', ids: [GALLERY] }, { key: 'ef'.repeat(32) })}`,
    refused,
  ),
  pictureCase(
    'a token whose gallery was changed',
    picture(),
    `image_token=${foreign.replace(FOREIGN, GALLERY)}`,
    refused,
  ),
  pictureCase('a doubled cookie whose first is wrong', picture(), `image_token=nonsense; image_token=${own}`, refused),
  pictureCase('a doubled cookie whose first is right', picture(), `image_token=${own}; image_token=nonsense`, {}),
  ...Object.entries({
    '?width=0': 'width',
    '?width=16383': 'width',
    '?width=200&width=300': 'width',
    '?width=200&width=200': 'width',
    '?quality=101': 'quality',
    '?width=2049&format=avif': 'width',
    '?height=2049&format=avif': 'height',
    '?width=2048&aspect_ratio=1:2&format=avif': 'height',
    '?format=gif': 'format',
    '?sharpen=yes': 'sharpen',
    '?unknown=1': 'unknown',
    '?bust': 'bust',
    '?__proto__=1': '__proto__',
    '?constructor=1&width=200': 'constructor',
    '?Width=200': 'Width',
    '?width=%32%30%30': 'width',
    '?width=200%00': 'width',
    '?width=1&width=2&width=3&width=4&width=5&width=6&width=7&width=8&width=9': 'width',
    '?width=200&height=200&quality=50&format=webp&focus_crop=0.1,0.1&sharpen=true&x=1': 'x',
  }).map(([query, field]) =>
    pictureCase(`refuses ${query.slice(0, 40)}`, picture(query), withToken, {
      status: 400,
      code: 'image_param_invalid',
      field,
    }),
  ),
  // The engine's objects do not keep the order of their names, so either may be named.
  pictureCase(
    'refuses a thousand parameters',
    picture(`?width=200&${Array.from({ length: 1000 }, (_, i) => `x${i}=`).join('&')}`),
    withToken,
    { status: 400, code: 'image_param_invalid' },
  ),
  ...['.jpg/x.css', '.jpg.css', '.jpg;x.css', '.jpg%2Fx.css', '.jpg/', '.gif', '', '.JPG', '.jpg%00'].map((tail) =>
    pictureCase(`nothing at {file}${tail}`, picture('', FILE + tail), withToken, { status: 404, code: 'not_found' }),
  ),
  ...[`/api/images/${GALLERY}/../${GALLERY}/${FILE}.jpg`, `/api/images//${GALLERY}/${FILE}.jpg`, '/api/images/'].map(
    (path) => pictureCase(`nothing at ${path}`, path, withToken, { status: 404, code: 'not_found' }),
  ),
  { title: 'writing', fn: 'image-request', request: { method: 'POST', path: picture() }, expect: { status: 405 } },
];
