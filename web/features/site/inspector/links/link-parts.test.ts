import { expect, it } from 'vitest';
import { linkOf, linkParts } from './link-parts.ts';

const PAGE = `page:${'0'.repeat(20)}`;
const GALLERY = `gallery:${'0'.repeat(26)}`;

it.each([
  PAGE,
  GALLERY,
  'book',
  'journal',
  'https://example.com/a?b#c',
  'http://localhost:3000',
  'mailto:a@b.es',
  'tel:+34 600',
])('shows and stores %s without changing it', (link) => expect(linkOf(linkParts(link))).toBe(link));

it.each([
  ['web', ' www.example.com/a ', 'https://www.example.com/a'],
  ['web', 'example.com?a=b', 'https://example.com?a=b'],
  ['web', 'HTTPS://example.com', 'HTTPS://example.com'],
  ['mail', ' hola@example.com', 'mailto:hola@example.com'],
  ['phone', '+34 600 000 000', 'tel:+34 600 000 000'],
] as const)('completes what is typed: %s %s', (kind, value, link) => expect(linkOf({ kind, value })).toBe(link));

it.each([
  ['web', ''],
  ['web', 'example'],
  ['web', 'javascript:alert(1)'],
  ['web', 'javascript://example.com/%0aalert(1)'],
  ['web', 'https://user@example.com'],
  ['web', `https://example.com/${'a'.repeat(500)}`],
  ['mail', 'hola'],
  ['phone', 'later'],
  ['page', ''],
  ['gallery', 'x'],
] as const)('refuses %s “%s”', (kind, value) => expect(linkOf({ kind, value })).toBeNull());
