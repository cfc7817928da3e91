import { describe, expect, it } from 'vitest';
import { makeId } from '../values/ids.ts';
import { siteLink } from './page-blocks.ts';
import { pageRows, photoIdsOf, type Row, shownRows } from './page-rows.ts';
import { jsonBytes } from '../values/plain-json.ts';

const newId = () => makeId((bytes) => crypto.getRandomValues(bytes));

function rowOf(...blocks: Array<Record<string, unknown>>): Row {
  const cells = [{ id: newId(), span: 12, blocks: blocks.map((block) => ({ id: newId(), kind: 'text', ...block })) }];
  return { id: newId(), v: 1, look: {}, cells };
}

describe('rows of a page', () => {
  it('keep unknown kinds and unknown fields', () => {
    const rows = [rowOf({ kind: 'hologram', depth: 3 }, { kind: 'heading', text: 'Hello', glow: true })];
    expect(pageRows.parse(rows)).toEqual(rows);
  });

  it.each([
    [
      'an id used twice',
      () => [rowOf({ kind: 'divider', id: 'a'.repeat(20) }, { kind: 'divider', id: 'a'.repeat(20) })],
    ],
    ['a block without its text', () => [rowOf({ kind: 'heading' })]],
    ['a script as a link', () => [rowOf({ kind: 'button', label: 'Go', link: 'javascript:alert(1)' })]],
    ['HTML nodes in a rich text', () => [rowOf({ body: [{ type: 'html', children: [] }] })]],
    ['a value 20 levels deep', () => [rowOf({ kind: 'new', a: JSON.parse('['.repeat(20) + ']'.repeat(20)) })]],
    ['a key that names the prototype', () => [rowOf({ kind: 'new', a: JSON.parse('{"__proto__":{"x":1}}') })]],
    ['a NUL in an unknown field', () => [rowOf({ kind: 'new', a: 'x\u0000' })]],
    ['41 rows', () => Array.from({ length: 41 }, () => rowOf())],
    ['13 blocks in a cell', () => [rowOf(...Array.from({ length: 13 }, () => ({ kind: 'divider' })))]],
    ['more than 96 KB', () => [rowOf({ kind: 'new', a: 'é'.repeat(49_152) })]],
  ])('refuse %s', (_what, rows) => {
    expect(pageRows.safeParse(rows()).success).toBe(false);
  });

  it('count bytes as UTF-8', () => {
    for (const value of ['plain', 'é', '€', '📷', { a: ['ł', 1] }]) {
      expect(jsonBytes(value)).toBe(Buffer.byteLength(JSON.stringify(value)));
    }
  });

  it('name each photo once', () => {
    const [a, b, c] = [newId(), newId(), newId()];
    const picked = { kind: 'gallery', mode: 'picked', photos: [{ photoId: a }, { photoId: b }] };
    const live = { kind: 'gallery', mode: 'live', photos: [{ photoId: c }] };
    expect(photoIdsOf([rowOf({ kind: 'image', photoId: a }, picked, live)])).toEqual([a, b]);
  });
});

describe('shown rows', () => {
  it('leave out malformed and unknown blocks, and malformed looks', () => {
    const row = rowOf({ kind: 'heading', text: 5 }, { kind: 'hologram' }, { kind: 'divider' });
    const [shown] = shownRows([{ ...row, look: { width: 'huge' } }]);
    expect(shown!.look).toEqual({});
    expect(shown!.cells[0]!.blocks.map(({ kind }) => kind)).toEqual(['divider']);
  });
});

describe('links', () => {
  it.each(['https://a.example/x?y=1', 'mailto:anna@studio.example', 'tel:+34 600 000 000', 'book', `page:${newId()}`])(
    'accept %s',
    (link) => expect(siteLink.safeParse(link).success).toBe(true),
  );
  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'https://', 'https://a@evil.example', '/app'])(
    'refuse %s',
    (link) => expect(siteLink.safeParse(link).success).toBe(false),
  );
});
