import { z } from 'zod';
import { rowId } from '../values/ids.ts';
import { type Block, isKnownBlock, pageBlock } from './page-blocks.ts';
import { isPlainJson, jsonBytes } from '../values/plain-json.ts';
import { photosOf } from './site-blocks.ts';

/*
 * Content of a page: rows of cells of blocks; the depth is fixed. Every part has an id, by which operations address it
 * (core/domain/site/page-operations.ts).
 */

export const MAX_ROWS = 40;
export const MAX_CELLS = 6;
export const MAX_BLOCKS = 12;
/** UTF-8 bytes of a page's rows as JSON. */
export const MAX_PAGE_BYTES = 96 * 1024;
/** Columns of the grid that the spans of a row's cells count. */
export const COLUMNS = 12;

/** Version of a row's format. */
export const ROW_VERSION = 1;

export interface Cell {
  id: string;
  /** Number of columns, of the `COLUMNS` of a row. */
  span: number;
  blocks: Block[];
  [field: string]: unknown;
}
export interface Row {
  id: string;
  v: number;
  look: Record<string, unknown>;
  cells: Cell[];
  [field: string]: unknown;
}

/** How a row is shown. Unknown fields are kept, unknown values of known fields refused. */
export const rowLook = z.looseObject({
  background: z.enum(['plain', 'tint', 'dark', 'accent']).optional(),
  width: z.enum(['narrow', 'standard', 'wide', 'full']).optional(),
  spacing: z.enum(['none', 'small', 'medium', 'large']).optional(),
  align: z.enum(['top', 'middle', 'bottom']).optional(),
  /** Photo behind the blocks, which are shown in white on a veil. */
  photoId: rowId.optional(),
  /** Least height of a row with such a photo. */
  height: z.enum(['auto', 'tall', 'screen']).optional(),
});
export type RowLook = z.infer<typeof rowLook>;

export const pageCell = z
  .looseObject({ id: rowId, span: z.number().int().min(1).max(COLUMNS), blocks: z.array(pageBlock).max(MAX_BLOCKS) })
  .refine((cell) => isPlainJson({ ...cell, blocks: [] })) as unknown as z.ZodType<Cell, Cell>;

export const pageRow = z
  .looseObject({
    id: rowId,
    v: z.number().int().min(1).max(1000),
    look: rowLook,
    cells: z.array(pageCell).max(MAX_CELLS),
  })
  .refine((row) => isPlainJson({ ...row, cells: [] })) as unknown as z.ZodType<Row, Row>;

/** Rows of a page: within all bounds, every id unique. */
export const pageRows = z
  .array(pageRow)
  .max(MAX_ROWS)
  .refine((rows) => jsonBytes(rows) <= MAX_PAGE_BYTES)
  .refine(hasUniqueIds);

/** Returns all ids of the rows, their cells and blocks, in order. */
export function idsOf(rows: readonly Row[]): string[] {
  return rows.flatMap((row) => [row.id, ...row.cells.flatMap((cell) => [cell.id, ...cell.blocks.map(({ id }) => id)])]);
}

function hasUniqueIds(rows: readonly Row[]): boolean {
  const ids = idsOf(rows);
  return new Set(ids).size === ids.length;
}

/**
 * Returns the rows with what may be shown: without malformed blocks and looks. Stored content was valid when it was
 * written, perhaps by an older version.
 */
export function shownRows(rows: readonly Row[]): Row[] {
  return rows.map((row) => ({
    ...row,
    look: rowLook.safeParse(row.look).data ?? {},
    cells: row.cells.map((cell) => ({
      ...cell,
      blocks: cell.blocks.filter((block) => isKnownBlock(block) && pageBlock.safeParse(block).success),
    })),
  }));
}

/** Returns the ids of all photos that the rows show, each once, in order. */
export function photoIdsOf(rows: readonly Row[]): string[] {
  const ids = rows.flatMap(({ look, cells }) => [
    rowLook.safeParse(look).data?.photoId ?? [],
    ...cells.flatMap(({ blocks }) =>
      blocks
        .filter(isKnownBlock)
        .flatMap(photosOf)
        .map(({ photoId }) => photoId),
    ),
  ]);
  return [...new Set(ids.flat())];
}
