import { expect, it } from 'vitest';
import { pageStudio, parsePageData } from './page-data.ts';

it('parses the data written by the page function', () => {
  expect(parsePageData('{"kind":"landing"}')).toEqual({ kind: 'landing' });
  expect(parsePageData('{"kind":"studio","studio":{},"galleries":[],"booking":true}')?.kind).toBe('studio');
  expect(parsePageData('{"kind":"door","studio":{},"galleryId":"g","access":"expired"}')?.kind).toBe('door');
});

it.each([undefined, null, '', 'null', '[]', '"x"', '{', '{"kind":"toString"}', '{"kind":"gallery","studio":{}}'])(
  'returns null for %j',
  (json) => expect(parsePageData(json)).toBeNull(),
);

it('returns the studio if the data has one', () => {
  expect(pageStudio(parsePageData('{"kind":"not-found","studio":{"name":"Marta"}}'))).toEqual({ name: 'Marta' });
  expect(pageStudio(parsePageData('{"kind":"not-found"}'))).toBeNull();
  expect(pageStudio(null)).toBeNull();
});
