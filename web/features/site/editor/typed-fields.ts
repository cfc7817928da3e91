import { applyPageOps, type PageOp } from '#core/domain/site/page-operations.ts';
import type { Row } from '#core/domain/site/page-rows.ts';
import { findPart } from './parts.ts';

export type SetOp = Extract<PageOp, { op: 'set' }>;
export type Json = SetOp['value'];
export type FieldPath = [string] | [string, string];

/** Text of a field that the server has not confirmed, or that its field still has under the caret. */
export interface TypedField {
  id: string;
  path: FieldPath;
  value: Json;
  /** The value before typing; null for none. */
  base: Json;
  state: 'open' | 'sent' | 'confirmed';
}

export const keyOf = ({ id, path }: { id: string; path: readonly string[] }) => [id, ...path].join(' ');
export const setOf = ({ id, path, value }: TypedField): SetOp => ({ op: 'set', id, path, value });

/** Returns the rows with an operation applied; unchanged if they have it already, or its part is gone. */
export function applyIfPossible(rows: readonly Row[], op: PageOp): readonly Row[] {
  try {
    return applyPageOps(rows, [op]).rows;
  } catch {
    return rows;
  }
}

/** Returns the value of a part's field; null without one. */
export function fieldOf(rows: readonly Row[], id: string, [field, entry]: FieldPath): Json {
  const part = findPart(rows, id)?.part as Record<string, Json> | undefined;
  const value = part?.[field] ?? null;
  if (entry === undefined) return value;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value[entry] ?? null) : null;
}
