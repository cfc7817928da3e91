import { describe, expect, it } from 'vitest';
import type { Mapping } from './import-table.ts';
import { previewImport, type KnownCustomer } from './preview-import.ts';

const headers = ['Name', 'Email', 'Phone', 'Notes', 'Tags', 'Language'];
const mapping: Mapping = ['name', 'email', 'phone', 'notes', 'tags', 'language'];
/** A row of name, email, phone, notes, tags and language; missing cells are empty. */
const row = (...cells: string[]) => headers.map((_, column) => cells[column] ?? '');
const preview = (rows: string[][], existing: KnownCustomer[] = []) =>
  previewImport({ headers, rows }, mapping, existing);

describe('a valid row', () => {
  it('is normalized by the schema and leaves out empty cells', () => {
    expect(preview([row(' Ana ', 'ANA@Example.org', '', '', 'boda, Boda')])).toEqual([
      { row: 0, state: 'ok', fields: { name: 'Ana', email: 'ana@example.org', tags: ['boda'] } },
    ]);
  });

  it.each([
    ['Ana <ana@example.org>', 'ana@example.org'],
    ['mailto:ana@example.org', 'ana@example.org'],
    ['ana@example.org; b@example.org', 'ana@example.org'],
  ])('reads one email from %j', (cell, email) => {
    expect(preview([row('Ana', cell)])).toMatchObject([{ state: 'ok', fields: { email } }]);
  });

  it('has its name and tags in one line', () => {
    expect(preview([row('Ana\nLópez', '', '', '', 'boda\tcivil')])).toMatchObject([
      { state: 'ok', fields: { name: 'Ana López', tags: ['boda civil'] } },
    ]);
  });

  it('uses a mapping changed by the user', () => {
    const changed: Mapping = [null, 'notes', 'name', null, null, null];
    expect(previewImport({ headers, rows: [row('a', 'b', 'c', 'd')] }, changed, [])).toEqual([
      { row: 0, state: 'ok', fields: { name: 'c', notes: 'b' } },
    ]);
  });

  it('has its own language or the studio’s', () => {
    const rows = ['Español', 'ca-ES', 'English (US)', 'Deutsch', ''].map((name) => row('Ana', '', '', '', '', name));
    const languages = preview(rows).map((one) => (one.state === 'ok' ? (one.fields.language ?? 'none') : one));
    expect(languages).toEqual(['es', 'ca', 'en', 'none', 'none']);
  });
});

describe('an invalid row', () => {
  it.each([
    [row('', '', '600'), [{ field: 'name', code: 'invalid_type' }]],
    [row('x'.repeat(121)), [{ field: 'name', code: 'too_big' }]],
    [row('Ana', 'ana@'), [{ field: 'email', code: 'invalid_format' }]],
    [row('Ana', '', '6'.repeat(41)), [{ field: 'phone', code: 'too_big' }]],
    [row(`${'x'.repeat(121)}\u0000`), [{ field: 'name', code: 'custom' }]],
    [row('A\u0000na'), [{ field: 'name', code: 'custom' }]],
    [row('Ana', '', '', '\ud800'), [{ field: 'notes', code: 'custom' }]],
    [row('Ana', '', '', '', `${'x'.repeat(41)},${'y'.repeat(41)}`), [{ field: 'tags', code: 'too_big' }]],
    [
      row('', 'ana@', '6'.repeat(41)),
      [
        { field: 'email', code: 'invalid_format' },
        { field: 'phone', code: 'too_big' },
      ],
    ],
  ])('%j returns one reason per field', (input, reasons) => {
    expect(preview([input])).toEqual([{ row: 0, state: 'bad', reasons }]);
  });

  it('leaves other rows valid: 497 of 500 with 3 invalid ones', () => {
    const rows = Array.from({ length: 500 }, (_, at) => row(`N ${at}`, at % 200 === 7 ? 'bad' : `n${at}@example.org`));
    const states = preview(rows).map(({ state }) => state);
    expect(states.filter((state) => state === 'ok')).toHaveLength(497);
    expect(states.flatMap((state, at) => (state === 'bad' ? at : []))).toEqual([7, 207, 407]);
  });
});

describe('a duplicate', () => {
  const ana: KnownCustomer = {
    id: 'ana',
    name: 'Ana',
    email: 'Ana@example.org',
    phone: '',
    notes: 'old',
    tags: [],
    language: null,
  };

  it('of a client fills empty fields and changes nothing', () => {
    expect(preview([row('Anna', 'ANA@EXAMPLE.ORG', '600', 'new', 'boda', 'ca')], [ana])).toMatchObject([
      { state: 'duplicate', sameAs: { customerId: 'ana' }, fills: { phone: '600', tags: ['boda'], language: 'ca' } },
    ]);
    const [only] = preview([row('Anna', 'ana@example.org', '', 'new')], [ana]);
    expect(only).toMatchObject({ state: 'duplicate', fills: {} });
    expect(Object.keys(only!.state === 'duplicate' ? only!.fills : {})).toEqual([]);
  });

  it('of an earlier row refers to it; a third one fills only the rest', () => {
    const rows = [
      row('Eva', 'eva@example.org'),
      row('Eva', 'Eva@Example.org', '1'),
      row('Eva', 'eva@example.org', '2', 'n'),
    ];
    expect(preview(rows)).toMatchObject([
      { state: 'ok' },
      { state: 'duplicate', sameAs: { row: 0 } },
      { state: 'duplicate', sameAs: { row: 0 } },
    ]);
    expect(preview(rows).map((one) => (one.state === 'duplicate' ? one.fills : null))).toEqual([
      null,
      { phone: '1' },
      { notes: 'n' },
    ]);
  });

  it('is not found without an email or by an invalid row', () => {
    const rows = [row('Eva'), row('Eva'), row('x'.repeat(121), 'eva@example.org'), row('Eva', 'eva@example.org')];
    const known = { ...ana, email: '' };
    expect(preview(rows, [known]).map(({ state }) => state)).toEqual(['ok', 'ok', 'bad', 'ok']);
  });

  it('refers to the older of two clients with one email', () => {
    expect(preview([row('A', 'ana@example.org')], [ana, { ...ana, id: 'later' }])).toMatchObject([
      { sameAs: { customerId: 'ana' } },
    ]);
  });
});
