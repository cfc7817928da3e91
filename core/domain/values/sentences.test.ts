import { expect, it } from 'vitest';
import { oneFullStop } from './sentences.ts';

it.each([
  ['Fins al dv., 11 de des..', 'Fins al dv., 11 de des.'],
  ['Write to Pals Foto S.L.. You can', 'Write to Pals Foto S.L. You can'],
  ['Wait...', 'Wait...'],
  ['One. Two.', 'One. Two.'],
])('ends a sentence with one full stop: %s', (text, expected) => {
  expect(oneFullStop(text)).toBe(expected);
});
