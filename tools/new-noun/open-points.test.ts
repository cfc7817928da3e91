import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readNoun } from './noun-name.ts';
import { englishTexts, openPoints } from './open-points.ts';

const ROOT = resolve(import.meta.dirname, '../..');

it('names the texts that contain the noun in English', () => {
  const texts = {
    title: 'Suppliers',
    add: 'Añadir supplier',
    name: 'Nombre',
    empty: { title: 'Aún no hay suppliers' },
  };
  expect(englishTexts(texts, readNoun('suppliers'))).toEqual(['title', 'add', 'empty.title']);
});

it('finds nothing open of a noun that is complete', () => {
  expect(openPoints(ROOT, readNoun('watermarks'))).toEqual([]);
});

it('refuses a noun that is not there', () => {
  expect(() => openPoints(ROOT, readNoun('lighthouses'))).toThrow('There are no lighthouses here');
});
