import { describe, expect, it } from 'vitest';
import { plainPhotos } from '../galleries/plain-photos.ts';
import { needsScript } from './no-script.ts';
import type { PagePath } from './page-path.ts';
import { plainEntry, type PlainEntry, refreshTags } from './plain-entry.ts';
import type { PageData } from '#core/api/page-data.ts';

type Downloads = { original: boolean; web: boolean; pin: boolean };

const photo = { id: 'photo1', fileId: 'file1', filename: 'A & B.jpg', width: 3000, height: 2000, thumbhash: '' };

/** Returns the hrefs of a gallery's plain photos, in their order. */
function links(downloads: Downloads): string[] {
  const gallery = { id: 'gallery1', photoCount: 2, downloads };
  const photos = [photo, { ...photo, id: 'photo2', fileId: 'file2' }];
  const html = plainPhotos({ gallery, photos }, 'en', { styled: true });
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
  const html = plainPhotos({ gallery, photos: [photo] }, 'en', { styled: false });
  expect(html).toContain('the first 1 of 300 photos');
});

describe('a page that its script fills', () => {
  const studio = { name: 'Llum & Mar', slug: 'llum', email: 'hola@llum.example', phone: '+34 600 000 000' };
  const html = (data: object, hasFrame = true, entry: PlainEntry | null = null) =>
    needsScript({ studio, ...data } as PageData, 'en', { hasFrame, entry });

  it.each([{ kind: 'booking' }, { kind: 'add' }, { kind: 'proposal', proposal: null }])(
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
    expect(html({ kind: 'client' })).toBe('');
    expect(needsScript(null, 'en', { hasFrame: false, entry: null })).toBe('');
  });

  const entryOf = (path: PagePath, data: object, query = '') =>
    plainEntry(path, { studio, ...data } as PageData, query);

  it('leads a client’s link to its plain page, and nobody without a link', () => {
    const client = { page: 'client', slug: 'llum', token: 'secret' } as const;
    const entry = entryOf(client, { kind: 'client' });
    expect(entry).toEqual({ href: '/api/p/llum/client/secret/page' });
    expect(html({ kind: 'client' }, true, entry)).toContain('href="/api/p/llum/client/secret/page"');
    expect(refreshTags(entry).join('')).toContain('content="0;url=/api/p/llum/client/secret/page"');
    expect(entryOf({ ...client, token: null }, { kind: 'client' })).toBeNull();
    expect(entryOf(client, { kind: 'not-found' })).toBeNull();
  });

  it('sends the token of an invitation by a form alone', () => {
    const invitation = { kind: 'gallery-access', galleryId: 'g1', access: 'signin_required' };
    const path = { page: 'invite', slug: 'llum', galleryId: 'g1' } as const;
    const entry = entryOf(path, invitation, 'lng=ca&token=secret');
    const page = html(invitation, false, entry);
    expect(page).toContain('<form method="post" action="/api/p/llum/invite/g1/page">');
    expect(page).toContain('<input type="hidden" name="token" value="secret">');
    expect(refreshTags(entry)).toEqual([]);
    expect(entryOf(path, invitation)).toBeNull();
  });

  it.each([
    ['password_required', true],
    ['signin_required', true],
    ['expired', false],
    ['blocked', false],
  ])('leads a gallery that is %s to its plain page: %s', (access, leads) => {
    const path = { page: 'gallery', slug: 'llum', galleryId: 'g1' } as const;
    const entry = entryOf(path, { kind: 'gallery-access', galleryId: 'g1', access });
    expect(entry).toEqual(leads ? { href: '/api/p/llum/gallery/g1/page' } : null);
  });
});
