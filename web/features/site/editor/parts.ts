import type { PageOp } from '#core/domain/site/page-operations.ts';
import { type Block } from '#core/domain/site/page-blocks.ts';
import { type Cell, MAX_BLOCKS, type Row, ROW_VERSION } from '#core/domain/site/page-rows.ts';

/** A part of a page with the parts around it. */
type Found =
  | { kind: 'row'; part: Row; row: Row; index: number }
  | { kind: 'cell'; part: Cell; row: Row; cell: Cell; index: number }
  | { kind: 'block'; part: Block; row: Row; cell: Cell; index: number };

/** Returns a part by its id; null if there is none. `index` is its position in its parent. */
export function findPart(rows: readonly Row[], id: string | null): Found | null {
  for (const [at, row] of rows.entries()) {
    if (row.id === id) return { kind: 'row', part: row, row, index: at };
    for (const [index, cell] of row.cells.entries()) {
      if (cell.id === id) return { kind: 'cell', part: cell, row, cell, index };
      const position = cell.blocks.findIndex((block) => block.id === id);
      if (position >= 0) return { kind: 'block', part: cell.blocks[position]!, row, cell, index: position };
    }
  }
  return null;
}

type MakeId = () => string;
/** Operations carry parts as JSON. */
type Node = Extract<PageOp, { op: 'insert' }>['node'];
const asNode = (part: Row | Cell | Block) => part as unknown as Node;

const copyOfCell = (cell: Cell, makeId: MakeId): Cell => ({
  ...cell,
  id: makeId(),
  blocks: cell.blocks.map((block) => ({ ...block, id: makeId() })),
});

/** Returns rows with the same content and new ids. */
export function copyOfRows(rows: readonly Row[], makeId: MakeId): Row[] {
  return rows.map((row) => ({ ...row, id: makeId(), cells: row.cells.map((cell) => copyOfCell(cell, makeId)) }));
}

/** Returns the operation that adds a copy of a part right after it, and the copy's id. */
export function duplicateOp(rows: readonly Row[], id: string, makeId: MakeId): { op: PageOp; id: string } | null {
  const found = findPart(rows, id);
  if (!found || found.kind === 'cell') return null;
  const copy = found.kind === 'row' ? copyOfRows([found.part], makeId)[0]! : { ...found.part, id: makeId() };
  const parent = found.kind === 'row' ? null : found.cell.id;
  return { op: { op: 'insert', in: parent, after: id, node: asNode(copy) }, id: copy.id };
}

/** Returns a row of cells with these spans. */
export function makeRow(cells: readonly { span: number; blocks: Block[] }[], look: Row['look'], makeId: MakeId): Row {
  return { id: makeId(), v: ROW_VERSION, look, cells: cells.map((cell) => ({ id: makeId(), ...cell })) };
}

/**
 * Returns the operation that adds a row or block.
 * @param parent null for rows
 * @param after null for the first position
 */
export const insertOp = (part: Row | Block, parent: string | null, after: string | null): PageOp => ({
  op: 'insert',
  in: parent,
  after,
  node: asNode(part),
});

/**
 * Returns the operations that move a part one position up or down; null at the end of its page. A block leaves its cell
 * at its ends for the one beside it.
 */
export function stepOps(rows: readonly Row[], id: string, by: -1 | 1): PageOp[] | null {
  const found = findPart(rows, id);
  if (!found) return null;
  const siblings: readonly { id: string }[] =
    found.kind === 'row' ? rows : found.kind === 'cell' ? found.row.cells : found.cell.blocks;
  const parent = found.kind === 'row' ? null : found.kind === 'cell' ? found.row.id : found.cell.id;
  const to = found.index + by;
  if (to >= 0 && to < siblings.length) {
    const after = by > 0 ? siblings[to]!.id : (siblings[to - 1]?.id ?? null);
    return [{ op: 'move', id, in: parent, after }];
  }
  if (found.kind !== 'block') return null;
  const cells = rows.flatMap((row) => row.cells);
  const next = cells[cells.findIndex((cell) => cell.id === found.cell.id) + by];
  if (!next || next.blocks.length >= MAX_BLOCKS) return null;
  return [{ op: 'move', id, in: next.id, after: by > 0 ? null : (next.blocks.at(-1)?.id ?? null) }];
}

/** Columns that a row can have, as spans of twelve. */
export const COLUMN_CHOICES: readonly (readonly number[])[] = [
  [12],
  [6, 6],
  [4, 8],
  [8, 4],
  [4, 4, 4],
  [3, 6, 3],
  [3, 3, 3, 3],
];

/**
 * Returns the operations that give a row these columns. The blocks of columns that go move to the last one that stays;
 * null if they do not fit there.
 */
export function columnOps(row: Row, spans: readonly number[], makeId: MakeId): PageOp[] | null {
  const kept = row.cells.slice(0, spans.length);
  const gone = row.cells.slice(spans.length);
  const last = kept.at(-1);
  const moving = gone.flatMap(({ blocks }) => blocks);
  if ((last?.blocks.length ?? 0) + moving.length > MAX_BLOCKS && moving.length > 0) return null;
  const ops: PageOp[] = kept.flatMap(({ id, span }, index): PageOp[] =>
    span === spans[index] ? [] : [{ op: 'set', id, path: ['span'], value: spans[index]! }],
  );
  let after = last?.blocks.at(-1)?.id ?? null;
  for (const { id } of moving) {
    ops.push({ op: 'move', id, in: last!.id, after });
    after = id;
  }
  ops.push(...gone.map(({ id }): PageOp => ({ op: 'remove', id })));
  let before = last?.id ?? null;
  for (const span of spans.slice(kept.length)) {
    const cell: Cell = { id: makeId(), span, blocks: [] };
    ops.push({ op: 'insert', in: row.id, after: before, node: asNode(cell) });
    before = cell.id;
  }
  return ops;
}

/** True if the row's columns are these; a row of a newer version may have others. */
export const hasColumns = (row: Row, spans: readonly number[]): boolean =>
  row.cells.length === spans.length && row.cells.every(({ span }, index) => span === spans[index]);
