import { describe, expect, it } from 'vitest';
import { isPathOf, pageLanguages } from './pages.ts';
import { inLanguage } from '../values/per-language.ts';

describe('paths', () => {
  it.each(['about', 'weddings/prices', 'pet-sessions', 'journals'])('%s is a page’s', (path) =>
    expect(isPathOf('page', path)).toBe(true),
  );
  it.each([
    'gallery',
    'gallery/x',
    'book',
    'es',
    'ca/about',
    'journal',
    'journal/x',
    'clara-jordi-7k3f9q2m',
    'About',
    '',
  ])('%s is no page’s', (path) => expect(isPathOf('page', path)).toBe(false));
  it('of a post is below the journal', () => {
    expect([isPathOf('post', 'journal/anna-y-pau-7k3f9q2m'), isPathOf('post', 'anna')]).toEqual([true, false]);
  });
});

describe('languages', () => {
  it('are the studio’s and those with a title', () => {
    expect(pageLanguages({ translations: { ca: { title: 'Sobre mi' }, es: { title: '' } } as never }, 'en')).toEqual([
      'en',
      'ca',
    ]);
  });
  it('fall back to the studio’s', () => {
    expect(inLanguage({ en: 'Hello', es: 'Hola' }, 'ca', 'es')).toBe('Hola');
    expect(inLanguage('Hola', 'ca', 'es')).toBe('Hola');
  });
});
