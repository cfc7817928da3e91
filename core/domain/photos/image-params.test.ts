import { describe, expect, test } from 'vitest';
import {
  IMAGE_PRESETS,
  canonicalRendition,
  imageUrl,
  parseCanonical,
  parseImagePath,
  parseImageQuery,
  parseRenditionKey,
  presetParams,
  toQueryString,
  renditionKey,
} from './image-params.ts';
import type { ImageFormat, ImageParams } from './image-params.ts';

const gallery = '0123456789abcdefghjkmnpqrs';
const file = 'tvwxyz0123456789abcdefgh';

function pairsOf(query: string): Array<[string, string]> {
  return query ? query.split('&').map((pair) => pair.split('=', 2) as [string, string]) : [];
}

function nameOf(query: string, format?: ImageFormat): string {
  const parsed = parseImageQuery(pairsOf(query), format);
  return parsed.ok ? canonicalRendition(parsed.params) : `refused: ${parsed.parameter}`;
}

describe('presets', () => {
  test.each([
    ['thumbnail', 'w200-h200-q50.jpg'],
    ['preview', 'w800-q50.jpg'],
    ['fullscreen', 'w1920-q70.jpg'],
  ] as const)('%s is stored as %s', (preset, name) => {
    expect(canonicalRendition(presetParams(preset))).toBe(name);
  });

  test('no query is the fullscreen preset', () => {
    expect(nameOf('')).toBe(canonicalRendition(presetParams('fullscreen')));
  });
});

describe('canonical names', () => {
  test.each([
    ['width=800&quality=50', 'w800-q50.jpg'],
    ['quality=50&width=800', 'w800-q50.jpg'],
    ['quality=50&width=800&format=jpeg', 'w800-q50.jpg'],
    ['width=200&aspect_ratio=1:1', 'w200-h200-q70.jpg'],
    ['width=200&aspect_ratio=1%3A1', 'w200-h200-q70.jpg'],
    ['width=200&aspect_ratio=7:7', 'w200-h200-q70.jpg'],
    ['height=200&aspect_ratio=1:1', 'w200-h200-q70.jpg'],
    ['width=200&height=200', 'w200-h200-q70.jpg'],
    ['aspect_ratio=16:9', 'w1920-h1080-q70.jpg'],
    ['height=300', 'h300-q70.jpg'],
    ['quality=10', 'w1920-q10.jpg'],
    ['width=9&height=9&focus_crop=0.5,0.25', 'w9-h9-q70-f500x250.jpg'],
    ['width=9&height=9&focus_crop=.50%2c0.250', 'w9-h9-q70-f500x250.jpg'],
    ['width=9&height=9&focus_crop=0,1', 'w9-h9-q70-f0x1000.jpg'],
    ['width=9&focus_crop=0,1.0', 'w9-q70.jpg'],
    ['width=9&sharpen=true', 'w9-q70-s.jpg'],
    ['width=9&format=png&quality=3', 'w9.png'],
    ['width=4096&height=4096&quality=100&format=webp', 'w4096-h4096-q100.webp'],
    ['width=2048&height=2048&quality=100&format=avif', 'w2048-h2048-q100.avif'],
  ])('%s is stored as %s', (query, name) => {
    expect(nameOf(query)).toBe(name);
  });

  test('the extension is the default format, the parameter overrides it', () => {
    expect(nameOf('width=9', 'webp')).toBe('w9-q70.webp');
    expect(nameOf('width=9&format=avif', 'webp')).toBe('w9-q70.avif');
  });
});

describe('invalid parameters are refused by name', () => {
  test.each([
    ['width=0', 'width'],
    ['width=4097', 'width'],
    ['width=16383', 'width'],
    ['width=-1', 'width'],
    ['width=08', 'width'],
    ['width=1e3', 'width'],
    ['width=1.5', 'width'],
    ['width=', 'width'],
    ['width=%31', 'width'],
    ['width= 9', 'width'],
    ['width=9\n', 'width'],
    ['width=8&width=8', 'width'],
    ['height=4097', 'height'],
    ['width=2049&format=avif', 'width'],
    ['width=2048&aspect_ratio=1:2&format=avif', 'height'],
    ['quality=0', 'quality'],
    ['quality=101', 'quality'],
    ['format=jpg', 'format'],
    ['format=gif', 'format'],
    ['format=JPEG', 'format'],
    ['aspect_ratio=1', 'aspect_ratio'],
    ['aspect_ratio=0:1', 'aspect_ratio'],
    ['aspect_ratio=1:99999', 'aspect_ratio'],
    ['width=4096&aspect_ratio=1:2', 'aspect_ratio'],
    ['width=1&aspect_ratio=9:1', 'aspect_ratio'],
    ['width=9&height=9&aspect_ratio=1:1', 'aspect_ratio'],
    ['focus_crop=1.1,0', 'focus_crop'],
    ['focus_crop=-0.1,0', 'focus_crop'],
    ['focus_crop=0.5', 'focus_crop'],
    ['focus_crop=NaN,0', 'focus_crop'],
    ['sharpen=false', 'sharpen'],
    ['sharpen=', 'sharpen'],
    ['preset=thumbnail', 'preset'],
    ['Width=9', 'Width'],
    ['__proto__=1', '__proto__'],
    ['toString=1', 'toString'],
    ['<script>=1', 'script'],
  ])('%s reports %s', (query, parameter) => {
    expect(nameOf(query)).toBe(`refused: ${parameter}`);
  });
});

describe('stored names', () => {
  test('every combination survives the round trip, also through its public URL', () => {
    const formats: ImageFormat[] = ['jpeg', 'webp', 'avif', 'png'];
    for (const format of formats)
      for (const width of [null, 1, format === 'avif' ? 2048 : 4096])
        for (const height of [null, 1, 200])
          for (const focus of [null, { x: 0, y: 1000 }])
            for (const sharpen of [false, true]) {
              if (width === null && height === null) continue;
              const params: ImageParams = { width, height, quality: 70, format, focus, sharpen };
              const name = canonicalRendition(params);
              const parsed = parseCanonical(name);
              expect(parsed && canonicalRendition(parsed)).toBe(name);
              const [, query = ''] = imageUrl(gallery, file, toQueryString(params)).split('?');
              expect(nameOf(query)).toBe(name);
            }
  });

  test.each([
    'w800.jpg',
    'q50.jpg',
    '-q50.jpg',
    'w0800-q50.jpg',
    'w800-q050.jpg',
    'w4097-q50.jpg',
    'w2049-q50.avif',
    'w800-q101.jpg',
    'w800-q50.jpeg',
    'w800-q50.jpg.lock',
    'w800-q50-f1x1.jpg',
    'w8-h8-q50-f1001x1.jpg',
    'w8h8-q50.jpg',
    'w8-q50.png',
    'source.json',
    '',
  ])('%j is not a stored name', (name) => {
    expect(parseCanonical(name)).toBeNull();
  });

  test('a key is parsed back into its parts', () => {
    const params = presetParams('thumbnail');
    const key = renditionKey(gallery, file, params);
    expect(key).toBe(`${gallery}/${file}/w200-h200-q50.jpg`);
    expect(parseRenditionKey(`/${key}`)).toEqual({ galleryId: gallery, fileId: file, params });
    expect(parseRenditionKey(`${key}/..`)).toBeNull();
    expect(parseRenditionKey(key.replace(file, '../etc'))).toBeNull();
  });
});

describe('image URLs', () => {
  test('are built for a preset and parsed back', () => {
    const url = imageUrl(gallery, file, IMAGE_PRESETS.thumbnail);
    expect(url).toBe(`/api/images/${gallery}/${file}.jpg?width=200&aspect_ratio=1:1&quality=50&format=jpeg`);
    expect(parseImagePath(url.split('?')[0]!)).toEqual({ galleryId: gallery, fileId: file, format: 'jpeg' });
    expect(imageUrl(gallery, file)).toBe(`/api/images/${gallery}/${file}.jpg`);
  });

  test.each([
    ['', file],
    [gallery, ''],
    [null, undefined],
  ])('are empty without a gallery or a file', (galleryId, fileId) => {
    expect(imageUrl(galleryId, fileId)).toBe('');
  });

  test.each([
    `/api/images/${gallery}/${file}.gif`,
    `/api/images/${gallery}/${file}.jpg/`,
    `/api/images/${gallery}/${file}.jpg.css`,
    `/api/images/${gallery}/${file}`,
    `/api/images/${gallery}/${file.toUpperCase()}.jpg`,
    `/api/images/${gallery}/l${file.slice(1)}.jpg`,
    `/api/images/${gallery}//${file}.jpg`,
    `/api/images/${gallery}/${file}.jpg\n`,
  ])('%j is not an image path', (path) => {
    expect(parseImagePath(path)).toBeNull();
  });
});
