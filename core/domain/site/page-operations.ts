import { z } from 'zod';
import { AppError } from '../values/errors.ts';
import { rowId } from '../values/ids.ts';
import { type Block, pageBlock } from './page-blocks.ts';
import {
  type Cell,
  idsOf,
  MAX_BLOCKS,
  MAX_CELLS,
  MAX_PAGE_BYTES,
  MAX_ROWS,
  pageCell,
  pageRow,
  type Row,
} from './page-rows.ts';
import { jsonBytes, UNSAFE_KEYS } from '../values/plain-json.ts';

/*
 * Operations on the rows of a page. Parts are addressed by id, never by position, so that operations of two people merge:
 * the server applies them in the order in which they arrive, and each window applies its own unconfirmed ones on top.
 *
 * Every operation has an exact inverse. An inverse states what it expects to find (`expect`, `exact`), and is refused
 * with `edit_conflict` if another person changed that meanwhile: undo never overwrites another person's work.
 */

/** Operations of one call at most. */
const MAX_OPS = 200;

const json = z.json();

/** Position of a part: its parent, null for rows, and the part before it, null for the first position. */
const position = { in: rowId.nullable(), after: rowId.nullable() };

/** A field of a part, or an entry of a field: `['text']`, `['text', 'es']`, `['look', 'background']`. */
const fieldPath = z
  .array(
    z
      .string()
      .regex(/^[a-z][a-zA-Z0-9]{0,39}$/)
      .refine((key) => !UNSAFE_KEYS.has(key)),
  )
  .min(1)
  .max(2)
  .refine(([field]) => !FIXED.has(field!));

/** Fields that only insert, move and remove may change. */
const FIXED: ReadonlySet<string> = new Set(['id', 'kind', 'v', 'cells', 'blocks']);

export const pageOp = z.discriminatedUnion('op', [
  /**
   * Adds a row, cell or block, by the level of its parent. A missing neighbour puts it last, so that nothing is lost if
   * a person removed the neighbour; with `exact` that is a conflict.
   */
  z.strictObject({
    op: z.literal('insert'),
    ...position,
    node: z.record(z.string(), json),
    exact: z.literal(true).optional(),
  }),
  /** Moves a part to another position on its level. With `expect`, only from there, and only to the exact position. */
  z.strictObject({ op: z.literal('move'), id: rowId, ...position, expect: z.strictObject(position).optional() }),
  /** Removes a part with all that is in it. With `expect`, only if it is still this. */
  z.strictObject({ op: z.literal('remove'), id: rowId, expect: z.record(z.string(), json).optional() }),
  /** Sets a field; null removes it. With `expect`, only if it still has that value; null expects none. */
  z.strictObject({ op: z.literal('set'), id: rowId, path: fieldPath, value: json, expect: json.optional() }),
]);
export type PageOp = z.infer<typeof pageOp>;
export const pageOps = z.array(pageOp).min(1).max(MAX_OPS);

type Op<Name extends PageOp['op']> = Extract<PageOp, { op: Name }>;
type Part = Row | Cell | Block;
export type Json = z.infer<typeof json>;

/** Levels of a page, outermost first: the field of a part's children, their schema and their greatest number. */
const LEVELS = [
  { schema: pageRow, children: 'cells', limit: MAX_ROWS },
  { schema: pageCell, children: 'blocks', limit: MAX_CELLS },
  { schema: pageBlock, children: null, limit: MAX_BLOCKS },
] as const;

/**
 * Applies operations in order, all or none. Does not change `rows`.
 * @returns the new rows, and the operations that undo these
 * @throws AppError naming the operation's field, `ops.2.id`: `not_found` if a part is gone, `edit_conflict` if an
 *   expectation fails, `conflict` for an id that is taken, `limit_reached`, `validation_failed`
 */
export function applyPageOps(rows: readonly Row[], ops: readonly PageOp[]): { rows: Row[]; inverse: PageOp[] } {
  let current: readonly Row[] = rows;
  const inverse: PageOp[] = [];
  for (const [index, op] of ops.entries()) {
    const applied = applyOp(current, op, (code, field) => new AppError(code, { field: `ops.${index}.${field}` }));
    current = applied.rows;
    inverse.unshift(applied.inverse);
  }
  const bytes = jsonBytes(current);
  // A page that is too large may become smaller.
  if (bytes > MAX_PAGE_BYTES && bytes > jsonBytes(rows)) throw new AppError('limit_reached', { field: 'ops' });
  return { rows: [...current], inverse };
}

type Refusal = (
  code: 'not_found' | 'edit_conflict' | 'conflict' | 'limit_reached' | 'validation_failed',
  field: string,
) => AppError;
interface Applied {
  rows: readonly Row[];
  inverse: PageOp;
}

function applyOp(rows: readonly Row[], op: PageOp, refusal: Refusal): Applied {
  if (op.op === 'insert') return insert(rows, op, refusal);
  if (op.op === 'move') return move(rows, op, refusal);
  return op.op === 'remove' ? remove(rows, op, refusal) : set(rows, op, refusal);
}

function insert(rows: readonly Row[], op: Op<'insert'>, refusal: Refusal): Applied {
  const level = levelBelow(rows, op.in, refusal);
  const { schema } = LEVELS[level]!;
  const parsed = schema.safeParse(op.node);
  if (!parsed.success) throw refusal('validation_failed', ['node', ...(parsed.error.issues[0]?.path ?? [])].join('.'));
  const node = op.node as unknown as Part;
  const ids = idsIn(node, level);
  const taken = new Set(idsOf(rows));
  if (new Set(ids).size !== ids.length || ids.some((id) => taken.has(id))) throw refusal('conflict', 'node.id');
  const inserted = putInto(rows, node, level, op, op.exact === true, refusal);
  return { rows: inserted, inverse: { op: 'remove', id: node.id, expect: op.node } };
}

function move(rows: readonly Row[], op: Op<'move'>, refusal: Refusal): Applied {
  const found = locate(rows, op.id);
  if (!found) throw refusal('not_found', 'id');
  const from = { in: found.in, after: found.after };
  if (op.expect && !sameJson(op.expect, from)) throw refusal('edit_conflict', 'expect');
  if (op.after === op.id) throw refusal('validation_failed', 'after');
  if (levelBelow(rows, op.in, refusal) !== found.level) throw refusal('validation_failed', 'in');
  const without = changeChildren(rows, found.in, (parts) => parts.filter(({ id }) => id !== op.id));
  const moved = putInto(without, found.part, found.level, op, op.expect !== undefined, refusal);
  const { in: parent, after } = locate(moved, op.id)!;
  return { rows: moved, inverse: { op: 'move', id: op.id, ...from, expect: { in: parent, after } } };
}

function remove(rows: readonly Row[], op: Op<'remove'>, refusal: Refusal): Applied {
  const found = locate(rows, op.id);
  if (!found) throw refusal('not_found', 'id');
  const node = found.part as unknown as Record<string, Json>;
  if (op.expect && !sameJson(op.expect, node)) throw refusal('edit_conflict', 'expect');
  return {
    rows: changeChildren(rows, found.in, (parts) => parts.filter(({ id }) => id !== op.id)),
    inverse: { op: 'insert', in: found.in, after: found.after, node, exact: true },
  };
}

function set(rows: readonly Row[], op: Op<'set'>, refusal: Refusal): Applied {
  const found = locate(rows, op.id);
  if (!found) throw refusal('not_found', 'id');
  const [field, entry] = op.path as [string, string?];
  const before = readField(found.part, field);
  if (entry !== undefined && before !== null && !isRecord(before)) throw refusal('validation_failed', 'path');
  const old = entry === undefined ? before : isRecord(before) ? (before[entry] ?? null) : null;
  if (op.expect !== undefined && !sameJson(op.expect, old)) throw refusal('edit_conflict', 'expect');
  const value = entry === undefined ? op.value : withField(isRecord(before) ? before : {}, entry, op.value);
  const part = withField(found.part as unknown as Record<string, Json>, field, value);
  const { schema, children } = LEVELS[found.level]!;
  const parsed = schema.safeParse(children ? { ...part, [children]: [] } : part);
  if (!parsed.success) throw refusal('validation_failed', (parsed.error.issues[0]?.path ?? ['value']).join('.'));
  return {
    rows: changeChildren(rows, found.in, (parts) =>
      parts.map((other) => (other.id === op.id ? (part as unknown as Part) : other)),
    ),
    // An entry of a new field is undone by removing the field.
    inverse:
      entry !== undefined && before === null
        ? { op: 'set', id: op.id, path: [field], value: null, expect: value }
        : { op: 'set', id: op.id, path: op.path, value: old, expect: op.value },
  };
}

/**
 * Puts a part into its position. A missing neighbour means the last position, or a conflict if the position must be
 * exact.
 */
function putInto(
  rows: readonly Row[],
  part: Part,
  level: number,
  to: { in: string | null; after: string | null },
  exact: boolean,
  refusal: Refusal,
): readonly Row[] {
  return changeChildren(rows, to.in, (parts) => {
    if (parts.length >= LEVELS[level]!.limit) throw refusal('limit_reached', 'in');
    const before = parts.findIndex(({ id }) => id === to.after);
    if (to.after !== null && before < 0 && exact) throw refusal('edit_conflict', 'after');
    const at = to.after === null ? 0 : before < 0 ? parts.length : before + 1;
    return parts.toSpliced(at, 0, part);
  });
}

/** Returns the level of a parent's children. */
function levelBelow(rows: readonly Row[], parent: string | null, refusal: Refusal): number {
  if (parent === null) return 0;
  const found = locate(rows, parent);
  if (!found) throw refusal('not_found', 'in');
  if (!LEVELS[found.level]!.children) throw refusal('validation_failed', 'in');
  return found.level + 1;
}

interface Located {
  part: Part;
  level: number;
  in: string | null;
  after: string | null;
}

function locate(parts: readonly Part[], id: string, level = 0, parent: string | null = null): Located | null {
  for (const [index, part] of parts.entries()) {
    if (part.id === id) return { part, level, in: parent, after: parts[index - 1]?.id ?? null };
    const within = locate(childrenOf(part, level), id, level + 1, part.id);
    if (within) return within;
  }
  return null;
}

function childrenOf(part: Part, level: number): readonly Part[] {
  const { children } = LEVELS[level]!;
  return children ? (part[children] as readonly Part[]) : [];
}

function idsIn(part: Part, level: number): string[] {
  return [part.id, ...childrenOf(part, level).flatMap((child) => idsIn(child, level + 1))];
}

/** Returns the rows with the changed children of one parent; null is the page. Other parts are shared. */
function changeChildren(
  rows: readonly Row[],
  parent: string | null,
  change: (parts: readonly Part[]) => readonly Part[],
): readonly Row[] {
  const within = (parts: readonly Part[], level: number): readonly Part[] =>
    parts.map((part) => {
      const { children } = LEVELS[level]!;
      if (!children) return part;
      const own = childrenOf(part, level);
      const next = part.id === parent ? change(own) : within(own, level + 1);
      return next.every((child, index) => child === own[index]) && next.length === own.length
        ? part
        : ({ ...part, [children]: next } as Part);
    });
  return (parent === null ? change(rows) : within(rows, 0)) as readonly Row[];
}

function readField(part: Part, field: string): Json {
  return Object.hasOwn(part, field) ? ((part as unknown as Record<string, Json>)[field] ?? null) : null;
}

function withField(record: Readonly<Record<string, Json>>, field: string, value: Json): Record<string, Json> {
  const { [field]: _old, ...others } = record;
  return value === null ? others : { ...others, [field]: value };
}

function isRecord(value: unknown): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Compares JSON values; the order of keys has no meaning, because Postgres does not keep it. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((entry, index) => sameJson(entry, b[index]));
  }
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}
