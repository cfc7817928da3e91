import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../tests/support/long.ts';
import { AppError } from '../values/errors.ts';
import { applyPageOps, pageOps, type PageOp } from './page-operations.ts';
import { idsOf, pageRows, type Row } from './page-rows.ts';

const RUNS = { numRuns: rounds(300, 2000) };

/** Ids of a small pool, so that operations meet each other's parts. */
const idOf = (n: number) => n.toString().padStart(20, '0');
const pool = fc.integer({ min: 0, max: 23 }).map(idOf);
const own = (from: number) => fc.integer({ min: from, max: from + 200 }).map(idOf);

const rowsOf = (...cells: string[][][]): Row[] => {
  let next = 0;
  return cells.map((inRow) => ({
    id: idOf(next++),
    v: 1,
    look: {},
    cells: inRow.map((blocks) => ({
      id: idOf(next++),
      span: 6,
      blocks: blocks.map((text) => ({ id: idOf(next++), kind: 'heading', text })),
    })),
  }));
};

/** Three rows: ids 0 to 17. */
const PAGE = rowsOf([['a', 'b'], ['c']], [['d', 'e', 'f']], [[], ['g'], ['h', 'i']]);

const value = fc.oneof(
  fc.constant(null),
  fc.string({ maxLength: 8 }),
  fc.record({ es: fc.string({ maxLength: 5 }) }),
  fc.integer({ min: 0, max: 14 }),
);
const path = fc.constantFrom<string[]>(
  ['text'],
  ['text', 'es'],
  ['text', 'ca'],
  ['align'],
  ['span'],
  ['look', 'background'],
  ['x'],
);

const block = (ids: fc.Arbitrary<string>) =>
  fc.record({ id: ids, kind: fc.constantFrom('heading', 'hologram'), text: fc.string({ maxLength: 5 }) });
const cell = (ids: fc.Arbitrary<string>) =>
  fc.record({ id: ids, span: fc.integer({ min: 1, max: 12 }), blocks: fc.array(block(ids), { maxLength: 2 }) });
const row = (ids: fc.Arbitrary<string>) =>
  fc.record({ id: ids, v: fc.constant(1), look: fc.constant({}), cells: fc.array(cell(ids), { maxLength: 2 }) });

/** An operation of a person, whose new parts have ids of their own. */
const opBy = (from: number): fc.Arbitrary<PageOp> => {
  const ids = own(from);
  const some = fc.oneof({ weight: 4, arbitrary: pool }, ids);
  const position = { in: fc.option(some, { nil: null }), after: fc.option(some, { nil: null }) };
  return fc.oneof(
    fc.record({
      op: fc.constant('insert' as const),
      ...position,
      node: fc.oneof(row(ids), cell(ids), block(ids)),
    }) as fc.Arbitrary<PageOp>,
    fc.record({ op: fc.constant('move' as const), id: some, ...position }),
    fc.record({ op: fc.constant('remove' as const), id: some }),
    fc.record({ op: fc.constant('set' as const), id: some, path, value }) as fc.Arbitrary<PageOp>,
  );
};

/** Applies one operation; null if it is refused. Anything but an `AppError` fails the test. */
function attempt(rows: readonly Row[], ...ops: PageOp[]) {
  try {
    return applyPageOps(rows, ops);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

const after = (rows: readonly Row[], ops: readonly PageOp[]): readonly Row[] =>
  ops.reduce<readonly Row[]>((state, op) => attempt(state, op)?.rows ?? state, rows);

/** Sequences of two people. */
const [mine, theirs] = [fc.array(opBy(100), { maxLength: 12 }), fc.array(opBy(1000), { maxLength: 12 })];

describe('operations of one person', () => {
  it('keep ids unique and rows valid, and leave the rows that they were given', () => {
    const frozen = JSON.stringify(PAGE);
    fc.assert(
      fc.property(mine, (ops) => {
        const rows = after(PAGE, ops);
        expect(pageRows.safeParse(rows).error).toBeUndefined();
        expect(JSON.stringify(PAGE)).toBe(frozen);
      }),
      RUNS,
    );
  });

  it('are undone exactly, and redone exactly', () => {
    fc.assert(
      fc.property(mine, (ops) => {
        let rows: readonly Row[] = PAGE;
        const accepted = ops.filter((op) => {
          const result = attempt(rows, op);
          rows = result?.rows ?? rows;
          return result;
        });
        const done = applyPageOps(PAGE, accepted);
        expect(done.rows).toEqual(rows);
        const undone = applyPageOps(done.rows, done.inverse);
        expect(undone.rows).toEqual(PAGE);
        expect(applyPageOps(undone.rows, undone.inverse).rows).toEqual(done.rows);
        if (accepted.length > 0) expect(pageOps.safeParse(done.inverse).error).toBeUndefined();
      }),
      RUNS,
    );
  });
});

describe('operations of two people', () => {
  it('converge in any interleaving: each window shows the server’s rows once all is confirmed', () => {
    fc.assert(
      fc.property(mine, theirs, fc.infiniteStream(fc.boolean()), (a, b, order) => {
        const waiting = { a: [...a], b: [...b] };
        let server: readonly Row[] = PAGE;
        // A window holds the confirmed rows it last received, and applies its unconfirmed operations on top.
        const shown = { a: PAGE as readonly Row[], b: PAGE as readonly Row[] };
        while (waiting.a.length + waiting.b.length > 0) {
          const who = waiting.b.length === 0 || (waiting.a.length > 0 && order.next().value) ? 'a' : 'b';
          server = after(server, [waiting[who].shift()!]);
          for (const window of ['a', 'b'] as const) shown[window] = after(server, waiting[window]);
        }
        expect(shown.a).toEqual(server);
        expect(shown.b).toEqual(server);
        expect(pageRows.safeParse(server).error).toBeUndefined();
      }),
      RUNS,
    );
  });

  it('on different fields have one result in both orders', () => {
    const field = fc.constantFrom<string[]>(['text', 'en'], ['text', 'es'], ['text', 'ca'], ['align']);
    const start = applyPageOps(PAGE, [{ op: 'set', id: idOf(2), path: ['text'], value: { en: 'A' } }]).rows;
    fc.assert(
      fc.property(field, field, (one, other) => {
        fc.pre(one.join() !== other.join());
        const ops = [one, other].map((at): PageOp => ({
          op: 'set',
          id: idOf(2),
          path: at,
          value: at[0] === 'align' ? 'center' : 'new',
        }));
        expect(applyPageOps(start, ops).rows).toEqual(applyPageOps(start, ops.toReversed()).rows);
      }),
      RUNS,
    );
  });

  it('leave each undo exact or refused, whatever the other person did meanwhile', () => {
    const outcomes = { exact: 0, refused: 0 };
    fc.assert(
      fc.property(mine, theirs, (before, meanwhile) => {
        const start = after(PAGE, before.slice(1));
        const op = before[0];
        const done = op && attempt(start, op);
        if (!op || !done) return;
        const now = after(done.rows, meanwhile);
        const undone = attempt(now, ...done.inverse);
        outcomes[undone ? 'exact' : 'refused']++;
        if (!undone) return;
        const id = op.op === 'insert' ? (op.node['id'] as string) : op.id;
        const was = find(start, id);
        const is = find(undone.rows, id);
        // The part is as it was before the operation, in content for set and remove, in its position for move and
        // remove.
        if (op.op === 'insert') expect(is).toBeNull();
        if (op.op === 'remove') expect(is).toEqual(was);
        if (op.op === 'move') expect([is!.in, is!.after]).toEqual([was!.in, was!.after]);
        if (op.op === 'set') expect(read(is!.part, op.path)).toEqual(read(was!.part, op.path));
        // All the other person's work stays: without the part, or without its field, the rows are unchanged.
        expect(without(undone.rows, id, op)).toEqual(without(now, id, op));
      }),
      { numRuns: RUNS.numRuns * 5 },
    );
    expect(Math.min(outcomes.exact, outcomes.refused)).toBeGreaterThan(10);
  });

  it('refuse to undo over another person’s text', () => {
    const typed = applyPageOps(PAGE, [{ op: 'set', id: idOf(2), path: ['text'], value: 'Mine' }]);
    const theirText = applyPageOps(typed.rows, [{ op: 'set', id: idOf(2), path: ['text'], value: 'Theirs' }]).rows;
    expect(() => applyPageOps(theirText, typed.inverse)).toThrow(
      expect.objectContaining({ code: 'edit_conflict', params: { field: 'ops.0.expect' } }),
    );
  });

  it('refuse to put a part back beside a neighbour that is gone', () => {
    const removed = applyPageOps(PAGE, [{ op: 'remove', id: idOf(3) }]);
    const meanwhile = applyPageOps(removed.rows, [{ op: 'remove', id: idOf(2) }]).rows;
    expect(() => applyPageOps(meanwhile, removed.inverse)).toThrow(
      expect.objectContaining({ code: 'edit_conflict', params: { field: 'ops.0.after' } }),
    );
  });

  it('keep an insertion whose neighbour was removed: last in its cell', () => {
    const gone = applyPageOps(PAGE, [{ op: 'remove', id: idOf(2) }]).rows;
    const node = { id: idOf(50), kind: 'divider' };
    const { rows } = applyPageOps(gone, [{ op: 'insert', in: idOf(1), after: idOf(2), node }]);
    expect(rows[0]!.cells[0]!.blocks.map(({ id }) => id)).toEqual([idOf(3), idOf(50)]);
  });
});

describe('hostile operations', () => {
  const full = rowsOf([Array.from({ length: 12 }, () => 'x')], [[]]);
  const cellOf = (rows: Row[]) => rows[0]!.cells[0]!.id;
  const divider = { id: idOf(90), kind: 'divider' };
  it.each<[string, Row[], PageOp, string, string]>([
    ['a part that is gone', PAGE, { op: 'remove', id: idOf(99) }, 'not_found', 'ops.0.id'],
    [
      'a parent that is gone',
      PAGE,
      { op: 'insert', in: idOf(99), after: null, node: divider },
      'not_found',
      'ops.0.in',
    ],
    [
      'a block as a parent',
      PAGE,
      { op: 'insert', in: idOf(2), after: null, node: divider },
      'validation_failed',
      'ops.0.in',
    ],
    [
      'a block among rows',
      PAGE,
      { op: 'insert', in: null, after: null, node: divider },
      'validation_failed',
      'ops.0.node.v',
    ],
    [
      'a row moved into a cell',
      PAGE,
      { op: 'move', id: idOf(0), in: idOf(1), after: null },
      'validation_failed',
      'ops.0.in',
    ],
    [
      'a part after itself',
      PAGE,
      { op: 'move', id: idOf(2), in: idOf(1), after: idOf(2) },
      'validation_failed',
      'ops.0.after',
    ],
    [
      'an id that is taken',
      PAGE,
      { op: 'insert', in: idOf(1), after: null, node: { ...divider, id: idOf(0) } },
      'conflict',
      'ops.0.node.id',
    ],
    ['a 13th block', full, { op: 'insert', in: cellOf(full), after: null, node: divider }, 'limit_reached', 'ops.0.in'],
    [
      'a script as a link',
      PAGE,
      {
        op: 'insert',
        in: idOf(1),
        after: null,
        node: { id: idOf(90), kind: 'button', label: 'Go', link: 'javascript:alert(1)' },
      },
      'validation_failed',
      'ops.0.node.link',
    ],
    [
      'a heading without text',
      PAGE,
      { op: 'set', id: idOf(2), path: ['text'], value: null },
      'validation_failed',
      'ops.0.text',
    ],
    ['a span of 13', PAGE, { op: 'set', id: idOf(1), path: ['span'], value: 13 }, 'validation_failed', 'ops.0.span'],
    [
      'a page above 96 KB',
      PAGE,
      { op: 'insert', in: idOf(1), after: null, node: { ...divider, x: 'x'.repeat(98_304) } },
      'limit_reached',
      'ops',
    ],
  ])('are refused with code and field: %s', (_what, rows, op, code, field) => {
    expect(() => applyPageOps(rows, [op])).toThrow(expect.objectContaining({ code, params: { field } }));
  });

  it.each([
    ['id'],
    ['kind'],
    ['cells'],
    ['blocks'],
    ['__proto__'],
    ['constructor'],
    ['text', '__proto__'],
    ['a', 'b', 'c'],
  ])('do not validate if they set %s', (...at) => {
    expect(pageOps.safeParse([{ op: 'set', id: idOf(2), path: at, value: 'x' }]).success).toBe(false);
  });

  it('change nothing if one of them is refused', () => {
    const ops: PageOp[] = [
      { op: 'remove', id: idOf(2) },
      { op: 'remove', id: idOf(2) },
    ];
    expect(() => applyPageOps(PAGE, ops)).toThrow(expect.objectContaining({ params: { field: 'ops.1.id' } }));
    expect(idsOf(PAGE)).toContain(idOf(2));
  });
});

type Tree = { id: string; [key: string]: unknown };
const childrenOf = (part: Tree) => (part['cells'] ?? part['blocks'] ?? []) as Tree[];

function find(parts: readonly Tree[], id: string, parent: string | null = null): Found | null {
  for (const [index, part] of parts.entries()) {
    if (part.id === id) return { part, in: parent, after: parts[index - 1]?.id ?? null };
    const within = find(childrenOf(part), id, part.id);
    if (within) return within;
  }
  return null;
}
interface Found {
  part: Tree;
  in: string | null;
  after: string | null;
}

function read(part: Tree, [field, entry]: readonly string[]): unknown {
  const found = part[field!];
  return entry === undefined ? found : (found as Record<string, unknown> | undefined)?.[entry];
}

/** Returns the rows without the part, or for `set` without the field that the operation set. */
function without(parts: readonly Tree[], id: string, op: PageOp): Tree[] {
  return parts.flatMap((part) => {
    if (part.id === id && op.op !== 'set') return [];
    const { cells, blocks, ...fields } = part as Record<string, unknown> & { cells?: Tree[]; blocks?: Tree[] };
    const [field, entry] = part.id === id && op.op === 'set' ? op.path : [];
    const inner = fields[field!];
    const rest =
      field && entry && typeof inner === 'object'
        ? { ...fields, [field]: { ...inner, [entry]: undefined } }
        : { ...fields, ...(field ? { [field]: undefined } : {}) };
    if (field && Object.values((rest[field] ?? {}) as object).every((one) => one === undefined))
      rest[field] = undefined;
    return [{ ...rest, children: without(cells ?? blocks ?? [], id, op) } as unknown as Tree];
  });
}
