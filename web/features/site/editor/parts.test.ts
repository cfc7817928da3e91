import { expect, test } from 'vitest';
import { applyPageOps } from '#core/domain/site/page-operations.ts';
import { BLOCK_KINDS, pageBlock } from '#core/domain/site/page-blocks.ts';
import { pageRow, type Row } from '#core/domain/site/page-rows.ts';
import { firstWords, lacksTranslation, outlineItems } from './outline-items.ts';
import { columnOps, COLUMN_CHOICES, copyOfRows, duplicateOp, hasColumns, stepOps } from './parts.ts';
import { makeBlock, makeSection, type Materials, SECTION_NAMES, type Samples } from './sections.ts';

const id = (name: string) => name.padEnd(20, '0');
let made = 0;
const makeId = () => id(`n${(made++).toString(16)}x`);

const row = (name: string, ...cells: string[][]): Row => ({
  id: id(name),
  v: 1,
  look: {},
  cells: cells.map((blocks, index) => ({
    id: id(`${name}c${index}`),
    span: 12 / cells.length,
    blocks: blocks.map((block) => ({ id: id(block), kind: 'divider' })),
  })),
});
const rows = [row('a', ['b1', 'b2'], ['b3']), row('d', ['b4'])];

/** Names of the blocks of each cell. */
const shape = (page: readonly Row[]) =>
  page.map(({ cells }) => cells.map(({ blocks }) => blocks.map((block) => block.id.replace(/0+$/, '')).join(' ')));
const step = (part: string, by: -1 | 1) => shape(applyPageOps(rows, stepOps(rows, id(part), by)!).rows);

test.each([
  ['b1', 1, [['b2 b1', 'b3'], ['b4']]],
  ['b2', 1, [['b1', 'b2 b3'], ['b4']]],
  ['b3', 1, [['b1 b2', ''], ['b3 b4']]],
  ['b4', -1, [['b1 b2', 'b3 b4'], ['']]],
  ['b3', -1, [['b1 b2 b3', ''], ['b4']]],
  ['a', 1, [['b4'], ['b1 b2', 'b3']]],
  ['d', -1, [['b4'], ['b1 b2', 'b3']]],
  ['ac0', 1, [['b3', 'b1 b2'], ['b4']]],
] as const)('moves %s by %i', (part, by, expected) => {
  expect(step(part, by)).toEqual(expected);
});

test.each([
  ['b1', -1],
  ['b4', 1],
  ['a', -1],
  ['ac1', 1],
  ['gone', 1],
] as const)('does not move %s by %i', (part, by) => {
  expect(stepOps(rows, id(part), by)).toBeNull();
});

test('changes columns both ways and keeps every block', () => {
  for (const spans of COLUMN_CHOICES) {
    const [first] = applyPageOps(rows, [...columnOps(rows[0]!, spans, makeId)!, { op: 'remove', id: id('d') }]).rows;
    expect(hasColumns(first!, spans)).toBe(true);
    expect(shape([first!]).flat().join(' ').trim()).toBe('b1 b2 b3');
  }
});

test('refuses fewer columns whose blocks do not fit into one', () => {
  const full = row(
    'f',
    Array.from({ length: 12 }, (_, index) => `e${index}`),
    ['g'],
  );
  expect(columnOps(full, [12], makeId)).toBeNull();
});

test('copies rows and parts with new ids', () => {
  const copied = copyOfRows(rows, makeId);
  expect(shape(copied)).not.toEqual(shape(rows));
  const { op } = duplicateOp(rows, id('b1'), makeId)!;
  expect(applyPageOps(rows, [op]).rows[0]?.cells[0]?.blocks).toHaveLength(3);
  expect(duplicateOp(rows, id('ac0'), makeId)).toBeNull();
});

test('lists rows, the cells of several columns and blocks, without what is closed', () => {
  const lines = (closed: string[]) =>
    outlineItems(rows, new Set(closed.map(id))).map(({ id: line, level }) => `${line.replace(/0+$/, '')} ${level}`);
  // Ids of cells end with their index, of which 0 looks like padding.
  expect(lines([])).toEqual(['a 1', 'ac 2', 'b1 3', 'b2 3', 'ac1 2', 'b3 3', 'd 1', 'b4 2']);
  expect(lines(['a'])).toEqual(['a 1', 'd 1', 'b4 2']);
});

const samples = new Proxy({} as Samples, { get: (_target, key) => String(key) });
const photo = { id: id('ph'), fileId: 'f', filename: 'a.jpg', width: 3, height: 2, thumbhash: '', galleryId: id('g') };
const materials = (photos: Materials['photos']): Materials => ({
  samples,
  photos,
  galleryId: photos.length > 0 ? 'g'.repeat(26) : null,
  makeId,
});

test.each([[[]], [[photo]]])('makes only valid sections and blocks, with and without photos', (photos) => {
  const parsed = SECTION_NAMES.map((name) => pageRow.safeParse(makeSection(name, materials(photos))));
  expect(parsed.filter(({ success }) => !success)).toEqual([]);
  const blocks = BLOCK_KINDS.map((kind) => pageBlock.safeParse(makeBlock(kind, materials(photos))));
  expect(blocks.filter(({ success }) => !success)).toEqual([]);
});

const spanish = { language: 'es', studioLanguage: 'ca' } as const;

test.each([
  [{ kind: 'heading', text: 'Hola' }, true],
  [{ kind: 'heading', text: { ca: 'Hola', es: 'Buenas' } }, false],
  [{ kind: 'text', body: { ca: [{ type: 'p', children: [{ text: 'Hola' }] }] } }, true],
  [{ kind: 'faq', items: [{ question: 'Hola', answer: [] }] }, true],
  [{ kind: 'heading', text: '' }, false],
  [{ kind: 'divider' }, false],
])('tells whether %j lacks a translation', (block, expected) => {
  expect(lacksTranslation({ id: id('x'), ...block }, spanish)).toBe(expected);
  expect(lacksTranslation({ id: id('x'), ...block }, { ...spanish, language: 'ca' })).toBe(false);
});

test('names a block by its first words in the edited language', () => {
  expect(firstWords({ id: id('x'), kind: 'heading', text: { ca: 'Hola', es: 'Buenas' } }, spanish)).toBe('Buenas');
  const body = [{ type: 'list', items: [[{ text: 'One ' }, { text: 'two' }], [{ text: 'three' }]] }];
  expect(firstWords({ id: id('x'), kind: 'text', body }, spanish)).toBe('One two three');
});
