import { expect, it } from 'vitest';
import { galleryLink, linkKey } from './gallery-link.ts';

const id = 'awt6bengcym6776p7n7k3f9q2m';

it.each([
  ['Clara & Jordi', 'clara-jordi-7k3f9q2m'],
  ['Núria Łukasz · Straße', 'nuria-lukasz-strasse-7k3f9q2m'],
  ['結婚式', 'gallery-7k3f9q2m'],
  ['x'.repeat(120), `${'x'.repeat(40)}-7k3f9q2m`],
])('links a gallery named %s by name and key', (name, link) => {
  expect(galleryLink({ id, name })).toBe(link);
  expect(linkKey(link)).toBe('7k3f9q2m');
});

it.each([
  'book',
  'clara-jordi',
  'clara-jordi-7K3F9Q2M',
  '-7k3f9q2m',
  '7k3f9q2m',
  'a--7k3f9q2m',
  `${'a'.repeat(60)}-7k3f9q2m`,
])('finds no key in %s', (text) => expect(linkKey(text)).toBeNull());
