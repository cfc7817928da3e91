import { describe, expect, it } from 'vitest';
import { networkOf, photographerProfile, readProfile, socialMedia } from './studio-profile.ts';

const profile = photographerProfile.partial();

describe("the profile's links", () => {
  it.each(['https://example.org', 'http://example.org/a?b#c', 'https://núria.cat/', 'HTTPS://EXAMPLE.ORG'])(
    'accept %s',
    (url) => {
      expect(profile.safeParse({ website: url }).success).toBe(true);
      expect(socialMedia.safeParse({ kind: 'Site', url }).success).toBe(true);
    },
  );

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'javascript://example.org/%0Aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'mailto:ada@example.org',
    'ftp://example.org',
    '//example.org',
    '/path',
    'example.org',
    'https://',
    'https://example.org/\u0000',
    `https://example.org/${'x'.repeat(500)}`,
  ])('refuse %j', (url) => {
    expect(profile.safeParse({ website: url }).success).toBe(false);
    expect(socialMedia.safeParse({ kind: 'Site', url }).success).toBe(false);
  });
});

describe('the profile', () => {
  it('may be empty, field by field', () => {
    const texts = { email: '', phone: '', address: '', website: '', bio: '', privacyNotice: '' };
    const empty = { ...texts, socialMedia: [], contactForm: false };
    expect(photographerProfile.parse(empty)).toEqual(empty);
  });

  it.each([
    { businessName: 'Nora' },
    { email: 'nobody' },
    { phone: 'x'.repeat(41) },
    { address: 'x'.repeat(301) },
    { bio: 'x'.repeat(2001) },
    { bio: 'a\u0000' },
    { socialMedia: Array.from({ length: 13 }, () => ({ kind: 'Site', url: 'https://example.org' })) },
    { profilePhoto: 'x' },
  ])('refuses %j', (wrong) => {
    expect(profile.safeParse(wrong).success).toBe(false);
  });
});

describe('networkOf', () => {
  it.each([
    ['https://www.instagram.com/nora', 'Instagram'],
    ['instagram.com/nora', 'Instagram'],
    ['https://es.pinterest.com/nora/', 'Pinterest'],
    ['https://m.facebook.com/nora', 'Facebook'],
    ['https://500px.example/nora', '500px.example'],
    ['nora', ''],
    ['', ''],
  ])('of %s is %s', (url, name) => expect(networkOf(url)).toBe(name));
});

describe('readProfile', () => {
  it('reads the stored default, an object, as no networks', () => {
    expect(readProfile({ socialMedia: {} }).socialMedia).toEqual([]);
  });

  it('returns photos of our own storage only', () => {
    const coverPhoto = '/logos/a1/b2-1920x1280.jpg';
    expect(readProfile({ coverPhoto, profilePhoto: 'https://example.org/x.jpg' })).toMatchObject({ coverPhoto });
    expect(readProfile({ coverPhoto: '', profilePhoto: '//evil' })).not.toHaveProperty('profilePhoto');
  });
});
