import { describe, expect, it } from 'vitest';
import { isReserved, RESERVED_SLUGS, slug } from './accounts.ts';
import { slugFrom } from '../galleries/gallery-link.ts';

const read = (value: unknown) => slug.safeParse(value).data;

describe('slug', () => {
  it.each(['nora', 'abc', 'a1b', '123', 'nora-pau', 'x'.repeat(40), 'a-b-c'])('accepts %s', (value) => {
    expect(read(value)).toBe(value);
  });

  it('lower-cases and trims the input', () => {
    expect(read('  Nora-Pau ')).toBe('nora-pau');
  });

  it.each([
    '',
    'ab',
    '-ab',
    'ab-',
    '---',
    'a--b',
    'xn--nra-0na',
    'a b',
    'a_b',
    'a.b',
    'a/b',
    'x'.repeat(41),
    'abc\n-',
    7,
  ])('refuses %j', (value) => {
    expect(read(value)).toBeUndefined();
  });

  it.each([
    ['Cyrillic а', 'nor\u0430'],
    ['accented', 'nòra'],
    ['long s', 'ſtudio'],
    ['Kelvin sign, which lower case turns into k', '\u212Airk'],
    ['full width', 'ｎｏｒａ'],
    ['zero width', 'no\u200bra'],
    ['dotted capital I', 'İris'],
  ])('refuses look-alikes: %s', (_, value) => {
    expect(read(value)).toBeUndefined();
  });
});

describe('reserved words', () => {
  it('contain the first segment of each of our own paths', () => {
    for (const word of ['api', 'app', 'auth', 'locales', 'gallery', 'invite', 'assets', 'zero', 'www', 'ALBUMEN'])
      expect(isReserved(word), word).toBe(true);
    expect(isReserved('nora-studio')).toBe(false);
  });

  it('are valid slugs without duplicates', () => {
    const text = [...RESERVED_SLUGS];
    expect(text.filter((word) => word !== word.toLowerCase() || word === '')).toEqual([]);
    expect(text.every((word) => /^[a-z-]+$/.test(word))).toBe(true);
  });
});

describe('slugFrom', () => {
  it.each([
    ['Núria & Pau Fotògrafs', 'nuria-pau-fotografs'],
    ['  Studio 21  ', 'studio-21'],
    ['L’Ombra', 'l-ombra'],
    ['--a__b--', 'a-b'],
    ['Ñandú', 'nandu'],
    ['Fotografia de casaments i famílies a la Costa Brava', 'fotografia-de-casaments-i-families-a-la'],
    ['写真', ''],
    ['', ''],
  ])('turns %s into %s', (name, expected) => {
    expect(slugFrom(name)).toBe(expected);
  });

  it('returns a valid slug, or a string that is too short', () => {
    const names = ['x'.repeat(39) + ' y', 'a '.repeat(40), 'É'.repeat(60), `${'x'.repeat(39)}é`, 'Ⅷ ½ ™ studio'];
    for (const name of names) {
      const proposed = slugFrom(name);
      expect(proposed.length).toBeLessThanOrEqual(40);
      expect(read(proposed), name).toBe(proposed);
    }
  });
});
