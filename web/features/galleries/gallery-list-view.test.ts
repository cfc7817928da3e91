import { describe, expect, test } from 'vitest';
import type { GalleryListRow } from '#web/lib/galleries/types.ts';
import { applyView, LIST, type ListView } from './gallery-list-view.ts';

const NOW = Date.UTC(2026, 10, 21);
const plain: ListView = { search: '', status: null, customerId: null, sort: 'newest' };

function gallery(name: string, over: Partial<GalleryListRow> = {}): GalleryListRow {
  return {
    id: name,
    name,
    status: 'published',
    createdAt: NOW,
    expiresAt: null,
    date: null,
    ...over,
  } as GalleryListRow;
}
const namesOf = (rows: readonly GalleryListRow[]) => rows.map(({ name }) => name);

describe('the gallery list', () => {
  test('finds words in name and client, regardless of accents', () => {
    const nuria = gallery('Casament', { customer: { name: 'Núria Pla' } } as Partial<GalleryListRow>);
    const rows = [nuria, gallery('Retrats')];
    expect(namesOf(applyView(rows, { ...plain, search: 'nuria CASA' }, NOW))).toEqual(['Casament']);
  });

  test('filters by the derived status: expired is not published', () => {
    const rows = [gallery('open'), gallery('over', { expiresAt: NOW - 1 })];
    expect(namesOf(applyView(rows, { ...plain, status: 'expired' }, NOW))).toEqual(['over']);
    expect(namesOf(applyView(rows, { ...plain, status: 'published' }, NOW))).toEqual(['open']);
  });

  test.each([
    ['newest', ['b', 'a', 'c']],
    ['name', ['a', 'b', 'c']],
    ['date', ['c', 'a', 'b']],
    ['expiry', ['a', 'b', 'c']],
  ] as const)('sorts by %s, galleries without that date last', (sort, expected) => {
    const rows = [
      gallery('a', { createdAt: NOW - 1, date: NOW - 2, expiresAt: NOW + 1 }),
      gallery('b', { createdAt: NOW, expiresAt: null }),
      gallery('c', { createdAt: NOW - 2, date: NOW - 1, expiresAt: null }),
    ];
    expect(namesOf(applyView(rows, { ...plain, sort }, NOW))).toEqual(expected);
  });

  test('keeps the parameter names of the address', () => {
    const query = 'q=a&status=draft&client=c1&sort=name';
    expect(LIST.write(LIST.read(new URLSearchParams(query))).toString()).toBe(query);
  });
});
