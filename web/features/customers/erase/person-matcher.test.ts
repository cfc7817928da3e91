import { describe, expect, it } from 'vitest';
import { personMatcher, queryTexts, translationsWithout } from './person-matcher.ts';

const NURIA = {
  name: 'Núria Sòria i Mas',
  email: 'nuria@example.org',
  phone: '+34 600 11 22 33',
  address: 'Carrer Nou 12, Vic',
};

describe('personMatcher', () => {
  it.each([
    ['Boda de Nuria i Pau'],
    ['NURIA_SORIA-0123.jpg'],
    ['NúriaPau0123.jpg'],
    ['Casa Mas'],
    ['write to Nuria@Example.org'],
    ['Tel. 600112233'],
    ['600.112.233'],
    ['carrer nou 12'],
  ])('finds the person in %j', (text) => {
    expect(personMatcher(NURIA)(text)).toBe(true);
  });

  it.each([[''], ['IMG_0001.jpg'], ['Masia a Vic'], ['Canuria'], ['600112234'], ['i']])('does not in %j', (text) => {
    expect(personMatcher(NURIA)(text)).toBe(false);
  });

  it('finds nobody without a name longer than two letters', () => {
    expect(personMatcher({ name: 'Jo', email: '', phone: '', address: '' })('Jo and the studio, 12')).toBe(false);
  });
});

describe('queryTexts', () => {
  it('contains names with and without accents, email, phone digits and street', () => {
    expect(queryTexts(NURIA)).toEqual([
      'nuria',
      'soria',
      'mas',
      'núria',
      'sòria',
      'nuria@example.org',
      '600112233',
      'Carrer Nou 12',
    ]);
  });
});

describe('translationsWithout', () => {
  it('leaves out what names the person, and keeps the rest', () => {
    const translations = {
      en: { name: 'Núria’s wedding', description: 'In Vic' },
      es: { name: 'Boda', description: 'Para Núria' },
    };
    expect(translationsWithout(translations, personMatcher(NURIA))).toEqual({
      found: ['Núria’s wedding', 'Para Núria'],
      rest: { en: { description: 'In Vic' }, es: { name: 'Boda' } },
    });
  });
});
