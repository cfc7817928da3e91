import { expect, it } from 'vitest';
import { withDe } from './catalan.ts';

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
  expect(withDe(name)).toBe(expected);
});
