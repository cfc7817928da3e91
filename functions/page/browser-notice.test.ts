import { expect, it } from 'vitest';
import { plainPhotos } from './browser-notice.ts';
import type { PageData } from './data.ts';

type Downloads = { original: boolean; web: boolean; pin: boolean };

const photo = { id: 'photo1', fileId: 'file1', filename: 'A & B.jpg', width: 3000, height: 2000 };

/** Returns the hrefs of a gallery's plain photos, in their order. */
function links(downloads: Downloads): string[] {
  const gallery = { id: 'gallery1', photoCount: 2, downloads };
  const photos = [photo, { ...photo, id: 'photo2', fileId: 'file2' }];
  const html = plainPhotos({ kind: 'gallery', gallery, photos } as unknown as PageData, 'en');
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!);
}

it('lists the downloads after the photos', () => {
  expect(links({ original: false, web: true, pin: false })).toEqual([
    expect.stringContaining('/images/gallery1/file1'),
    expect.stringContaining('/images/gallery1/file2'),
    '/api/p/gallery1/photos/photo1/download?size=web',
    '/api/p/gallery1/photos/photo2/download?size=web',
  ]);
});

it.each([
  { original: true, web: false, pin: false },
  { original: true, web: true, pin: true },
])('lists no downloads with %o', (downloads) => {
  expect(links(downloads)).toHaveLength(2);
});
