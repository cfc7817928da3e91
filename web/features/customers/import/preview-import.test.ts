import { describe, expect, it } from 'vitest';
import type { Mapping } from './contact-table.ts';
import { previewImport, type KnownCustomer } from './preview-import.ts';

const headers = ['Name', 'Email', 'Phone', 'Notes', 'Tags', 'Language'];
const mapping: Mapping = ['name', 'email', 'phone', 'notes', 'tags', 'language'];
/** Name, e-mail, phone, notes, tags and language, as far as they are given. */
const row = (...cells: string[]) => headers.map((_, column) => cells[column] ?? '');
const preview = (rows: string[][], existing: KnownCustomer[] = []) =>
  previewImport({ headers, rows }, mapping, existing);

describe('a good row', () => {
  it('is what the schema makes of it, without what it does not say', () => {
    expect(preview([row(' Ana ', 'ANA@Example.org', '', '', 'boda, Boda')])).toEqual([
      { row: 0, state: 'ok', fields: { name: 'Ana', email: 'ana@example.org', tags: ['boda'] } },
    ]);
  });

  it.each([
    ['Ana <ana@example.org>', 'ana@example.org'],
    ['mailto:ana@example.org', 'ana@example.org'],
    ['ana@example.org; b@example.org', 'ana@example.org'],
  ])('takes %j for one e-mail', (cell, email) => {
    expect(preview([row('Ana', cell)])).toMatchObject([{ state: 'ok', fields: { email } }]);
  });

  it('follows a mapping that a person has changed', () => {
    const changed: Mapping = [null, 'notes', 'name', null, null, null];
    expect(previewImport({ headers, rows: [row('a', 'b', 'c', 'd')] }, changed, [])).toEqual([
      { row: 0, state: 'ok', fields: { name: 'c', notes: 'b' } },
    ]);
  });

  it('has the language it names, or the studio’s', () => {
    const rows = ['Español', 'ca-ES', 'English (US)', 'Deutsch', ''].map((name) => row('Ana', '', '', '', '', name));
    const languages = preview(rows).map((one) => (one.state === 'ok' ? (one.fields.language ?? 'none') : one));
    expect(languages).toEqual(['es', 'ca', 'en', 'none', 'none']);
  });
});

describe('a bad row', () => {
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
  ])('%j says why, once a field', (given, reasons) => {
    expect(preview([given])).toEqual([{ row: 0, state: 'bad', reasons }]);
  });

  it('stops no other: of 500 rows with 3 bad ones, 497 are good', () => {
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

  it('of a customer fills what that one does not have, and changes nothing', () => {
    expect(preview([row('Anna', 'ANA@EXAMPLE.ORG', '600', 'new', 'boda', 'ca')], [ana])).toMatchObject([
      { state: 'duplicate', sameAs: { customerId: 'ana' }, fills: { phone: '600', tags: ['boda'], language: 'ca' } },
    ]);
    const [only] = preview([row('Anna', 'ana@example.org', '', 'new')], [ana]);
    expect(only).toMatchObject({ state: 'duplicate', fills: {} });
    expect(Object.keys(only!.state === 'duplicate' ? only!.fills : {})).toEqual([]);
  });

  it('of an earlier row points at it; a third one fills only what the second left', () => {
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

  it('is not made by rows or customers without an e-mail, nor by bad rows', () => {
    const rows = [row('Eva'), row('Eva'), row('x'.repeat(121), 'eva@example.org'), row('Eva', 'eva@example.org')];
    const known = { ...ana, email: '' };
    expect(preview(rows, [known]).map(({ state }) => state)).toEqual(['ok', 'ok', 'bad', 'ok']);
  });

  it('of the older of two customers with one e-mail', () => {
    expect(preview([row('A', 'ana@example.org')], [ana, { ...ana, id: 'later' }])).toMatchObject([
      { sameAs: { customerId: 'ana' } },
    ]);
  });
});
