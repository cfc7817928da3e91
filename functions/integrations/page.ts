import { z } from 'zod';
import { AppError } from '#core/domain/values/errors.ts';
import { instant } from '#core/domain/values/primitives.ts';

export interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

/** A page of a list. */
export interface Page<T> {
  data: T[];
  nextCursor: string | null;
}

const id = z.string().max(60);
const byTime = z.tuple([instant, id]);
const byIds = z.tuple([id, id]);

/** Returns time (epoch milliseconds) and id of the last item of the previous page; null for the first page. */
export const timeCursor = (cursor: string | undefined) => readCursor(cursor, byTime);
/** Returns the two ids of the last item of the previous page; null for the first page. */
export const idCursor = (cursor: string | undefined) => readCursor(cursor, byIds);

/** @throws AppError `validation_failed` for a cursor that we did not make */
function readCursor<T extends z.ZodType>(cursor: string | undefined, schema: T): z.infer<T> | null {
  if (cursor === undefined) return null;
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw new AppError('validation_failed', { field: 'cursor' });
  }
}

/**
 * Makes a page of rows.
 * @param rows one row more than the page, if there is one
 * @param position values by which the next page begins
 */
export function toPage<Row, T>(
  rows: readonly Row[],
  { limit }: PageQuery,
  position: (row: Row) => readonly [number | string, string],
  toItem: (row: Row) => T,
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    data: shown.map(toItem),
    nextCursor: last === undefined ? null : Buffer.from(JSON.stringify(position(last))).toString('base64url'),
  };
}

/** Formats epoch milliseconds for integrators. */
export const isoTime = (epochMs: number): string => new Date(epochMs).toISOString();
export const isoTimeOrNull = (epochMs: number | null): string | null => (epochMs === null ? null : isoTime(epochMs));
