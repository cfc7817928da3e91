import { expect, it } from 'vitest';
import { elideBeforeFields, formatCatalan } from './catalan.ts';

it.each([
  ['Anna', 'd’Anna'],
  ['Estudi Llum', 'd’Estudi Llum'],
  ['Òscar', 'd’Òscar'],
  ['Hotel Mar', 'd’Hotel Mar'],
  ['Irina', 'd’Irina'],
  ['Núria', 'de Núria'],
  ['Iolanda', 'de Iolanda'],
  ['«Anna»', 'de «Anna»'],
  ['3 Pins', 'de 3 Pins'],
  ['', 'de '],
])('elides “de” before a vowel: %s', (name, expected) => {
  expect(formatCatalan(name, 'de')).toBe(expected);
});

it.each([
  ['1 de maig', 'l’1 de maig'],
  ['11 de maig del 2026', 'l’11 de maig del 2026'],
  ['1/12/2026', 'l’1/12/2026'],
  ['11 %', 'l’11 %'],
  ['abril 1, 2026', 'l’abril 1, 2026'],
  ['2 de maig', 'el 2 de maig'],
  ['12 de maig', 'el 12 de maig'],
  ['21 de maig', 'el 21 de maig'],
  ['dl., 1 de maig', 'el dl., 1 de maig'],
  ['1.000', 'el 1.000'],
  ['1,5', 'el 1,5'],
  ['2026-11-01', 'el 2026-11-01'],
])('elides an article before a number or month that is read with a vowel: %s', (text, expected) => {
  expect(formatCatalan(text, 'el')).toBe(expected);
});

it('elides each article, and leaves a value without a format alone', () => {
  const formats = ['el', 'El', 'al', 'del', 'Del', undefined];
  expect(formats.map((format) => formatCatalan('11', format))).toEqual([
    'l’11',
    'L’11',
    'a l’11',
    'de l’11',
    'De l’11',
    '11',
  ]);
  expect(formats.map((format) => formatCatalan('5', format))).toEqual(['el 5', 'El 5', 'al 5', 'del 5', 'Del 5', '5']);
});

it('elides the articles before fields of a template', () => {
  const values: Record<string, string> = { date: '1 de maig', studio: 'Llum' };
  const valueOf = (field: string) => values[field] ?? '';
  const template = 'Fins al {{ date }}, del {{studio}}, del {{unknown}}, canal {{date}}';
  expect(elideBeforeFields(template, valueOf)).toBe(
    'Fins a l’{{ date }}, del {{studio}}, del {{unknown}}, canal {{date}}',
  );
});
