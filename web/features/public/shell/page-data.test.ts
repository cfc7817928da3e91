import { expect, it } from 'vitest';
import { pageStudio, parsePageData } from './page-data.ts';

it('parses the data written by the page function', () => {
  expect(parsePageData('{"kind":"landing"}')).toEqual({ kind: 'landing' });
});

it.each([undefined, null, '', 'null', '{'])('returns null for %j', (json) => expect(parsePageData(json)).toBeNull());

it('returns the studio if the data has one', () => {
  expect(pageStudio(parsePageData('{"kind":"not-found","studio":{"name":"Marta"}}'))).toEqual({ name: 'Marta' });
  expect(pageStudio(parsePageData('{"kind":"not-found"}'))).toBeNull();
  expect(pageStudio(null)).toBeNull();
});
