import { expect, test } from 'vitest';
import { proposePath } from './propose-path.ts';

test.each([
  ['About me', 'page', [], 'about-me'],
  ['About me', 'page', ['about-me', 'about-me-2'], 'about-me-3'],
  ['Núria & Pau', 'post', [], 'journal/nuria-pau'],
  // Addresses of other screens, of languages and of readable gallery links.
  ['Book', 'page', [], 'book-2'],
  ['es', 'page', [], 'es-2'],
  ['wedding clara7k3', 'page', [], 'wedding-clara7k3'],
  ['wedding 7k3f9q2m', 'page', [], 'wedding-7k3f9q2m-2'],
  ['写真', 'page', [], 'page'],
] as const)('proposes a free path for %j as a %s', (title, kind, taken, path) => {
  expect(proposePath(title, kind, new Set<string>(taken))).toBe(path);
});
