import { describe, expect, it } from 'vitest';
import { needsScript, plainPhotos } from './no-script.ts';
import type { PageData } from '#core/api/page-data.ts';

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

it('says how many photos a script would add', () => {
  const gallery = { id: 'gallery1', photoCount: 300, downloads: { original: false, web: false, pin: false } };
  const html = plainPhotos({ kind: 'gallery', gallery, photos: [photo] } as unknown as PageData, 'en');
  expect(html).toContain('the first 1 of 300 photos');
});

describe('a page that its script fills', () => {
  const studio = { name: 'Llum & Mar', slug: 'llum', email: 'hola@llum.example', phone: '+34 600 000 000' };
  const html = (data: object, hasFrame = true) => needsScript({ studio, ...data } as PageData, 'en', hasFrame);

  it.each([{ kind: 'booking' }, { kind: 'client' }, { kind: 'add' }, { kind: 'proposal', proposal: null }])(
    'names itself and the studio: %o',
    (data) => {
      expect(html(data)).toMatch(/<h1[^>]*>[^<]*Llum &amp; Mar<\/h1>/);
      expect(html(data)).toContain('href="mailto:hola@llum.example"');
      expect(html(data)).toContain('href="tel:+34600000000"');
      expect(html(data)).toContain('href="/p/llum"');
    },
  );

  it('leads an invitation to a gallery that is open to everybody, and to no other', () => {
    const invitation = (access: string) => html({ kind: 'gallery-access', galleryId: 'gallery1', access }, false);
    expect(invitation('granted')).toContain('href="/p/llum/gallery/gallery1"');
    expect(invitation('signin_required')).not.toContain('gallery1');
  });

  it('adds nothing to pages whose markup says what to do', () => {
    const closed = { kind: 'gallery-access', galleryId: 'gallery1' };
    expect(html({ ...closed, access: 'revoked' })).toBe('');
    expect(html({ ...closed, access: 'password_required' })).toBe('');
    expect(html({ kind: 'studio' })).toBe('');
    expect(needsScript(null, 'en', false)).toBe('');
  });
});
