import { describe, expect, it } from 'vitest';
import { readNoun, Refused, rename } from './noun-name.ts';

describe('readNoun', () => {
  it.each([
    ['suppliers', 'supplier'],
    ['price-lists', 'price list'],
    ['categories', 'category'],
    ['addresses', 'address'],
    ['boxes', 'box'],
    ['branches', 'branch'],
    ['licences', 'licence'],
  ])('derives the singular of %s', (plural, singular) => {
    expect(readNoun(plural).singular).toBe(singular);
  });

  it('takes an irregular singular from the command', () => {
    expect(readNoun('people', 'person')).toEqual({ plural: 'people', singular: 'person' });
  });

  it.each([
    ['no name', undefined, undefined, 'Name the noun'],
    ['capitals', 'Suppliers', undefined, 'lower-case'],
    ['underscores', 'price_lists', undefined, 'price-lists'],
    ['digits', 'suppliers2', undefined, 'lower-case'],
    ['a singular', 'supplier', undefined, 'no plural'],
    ['a singular in -ss', 'address', undefined, 'no plural'],
    ['one word for both', 'sheep', 'sheep', 'its own singular'],
    ['a reserved word of JavaScript', 'classes', undefined, '"class" is a reserved'],
    ['a reserved word of SQL', 'tables', undefined, '"table" is a reserved'],
    ['a name of the generated files', 'queries', 'query', '"query" is a reserved'],
    ['a long name', `${'x'.repeat(41)}s`, undefined, 'at most 40'],
  ])('refuses %s', (_what, plural, singular, says) => {
    const act = () => readNoun(plural, singular);
    expect(act).toThrow(Refused);
    expect(act).toThrow(says);
  });
});

it('renames every spelling of both numbers', () => {
  const template =
    'exampleNouns exampleNoun ExampleNoun example-noun example_nouns MAX_EXAMPLE_NOUNS Example nouns example noun';
  expect(rename(template, readNoun('price-lists'))).toBe(
    'priceLists priceList PriceList price-list price_lists MAX_PRICE_LISTS Price lists price list',
  );
});
