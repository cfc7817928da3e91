import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { applyPageOps, type PageOp } from '#core/domain/site/page-operations.ts';
import type { Row } from '#core/domain/site/page-rows.ts';
import type { MutationOutcome } from '#web/lib/sync/mutation-status.ts';
import { FLUSH_MS, PageEdits } from './page-edits.ts';
import type { TypedField } from './typed-fields.ts';

const id = (name: string) => name.padEnd(20, '0');
const HEADING = id('head');
const PHOTO = id('pht');
const ROW = id('rw');
const CELL = id('ce');

const page = (text: string): Row[] => [
  {
    id: ROW,
    v: 1,
    look: {},
    cells: [
      {
        id: CELL,
        span: 12,
        blocks: [
          { id: HEADING, kind: 'heading', text },
          { id: PHOTO, kind: 'image' },
        ],
      },
    ],
  },
];

/** A server that takes operations as ours does, and the edits of one person. */
function setUp(rows = page('Hello')) {
  const server = { rows, calls: [] as PageOp[][], outcome: { state: 'confirmed' } as MutationOutcome };
  const notices: string[] = [];
  let kept: readonly TypedField[] = [];
  const edits = new PageEdits({
    send: (ops) => {
      server.calls.push(ops);
      try {
        if (server.outcome.state === 'confirmed') server.rows = applyPageOps(server.rows, ops).rows;
      } catch {
        return Promise.resolve({ applied: false, outcome: Promise.resolve(server.outcome) });
      }
      edits.setStored(server.rows);
      return Promise.resolve({ applied: true, outcome: Promise.resolve(server.outcome) });
    },
    onNotice: (notice) => notices.push(notice),
    store: (fields) => (kept = fields),
  });
  edits.setStored(server.rows);
  const change = (ops: PageOp[]) => {
    server.rows = applyPageOps(server.rows, ops).rows;
    edits.setStored(server.rows);
  };
  const heading = () => edits.snapshot().rows[0]?.cells[0]?.blocks.find((block) => block.id === HEADING)?.['text'];
  return { server, edits, notices, change, heading, kept: () => kept };
}

const typed = (text: string): PageOp => ({ op: 'set', id: HEADING, path: ['text'], value: text });
const type = (edits: PageEdits, text: string) => edits.type(HEADING, ['text'], text);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('typing', () => {
  test('is shown immediately and sent together', async () => {
    const { edits, server, heading } = setUp();
    for (const text of ['A', 'Ab', 'Abc']) type(edits, text);
    expect(heading()).toBe('Abc');
    expect(server.calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(FLUSH_MS);
    expect(server.calls).toEqual([[typed('Abc')]]);
    expect(edits.snapshot().isSaved).toBe(true);
  });

  test('stays over a change of another person until the field is left', async () => {
    const { edits, change, heading, notices } = setUp();
    type(edits, 'Mine');
    change([typed('Theirs')]);
    expect(heading()).toBe('Mine');
    await vi.advanceTimersByTimeAsync(FLUSH_MS);
    change([typed('Theirs again')]);
    expect(heading()).toBe('Mine');
    edits.settle();
    expect(heading()).toBe('Theirs again');
    expect(notices).toEqual(['theirs']);
  });

  test('merges with a change of another field', async () => {
    const { edits, change, server } = setUp();
    type(edits, 'Mine');
    change([{ op: 'set', id: PHOTO, path: ['caption'], value: 'Theirs' }]);
    await vi.advanceTimersByTimeAsync(FLUSH_MS);
    expect(server.rows[0]?.cells[0]?.blocks).toMatchObject([{ text: 'Mine' }, { caption: 'Theirs' }]);
  });

  test('waits without a connection and is kept for the next visit', async () => {
    const { edits, server, kept } = setUp();
    edits.setWritable(false);
    type(edits, 'Mine');
    await vi.advanceTimersByTimeAsync(FLUSH_MS * 4);
    expect(server.calls).toEqual([]);
    expect(kept()).toMatchObject([{ value: 'Mine', base: 'Hello' }]);
    edits.setWritable(true);
    await vi.runOnlyPendingTimersAsync();
    expect(server.rows).toEqual(page('Mine'));
    expect(kept()).toEqual([]);
  });

  test('is sent again after a failure of the server', async () => {
    const { edits, server, kept } = setUp();
    server.outcome = { state: 'rejected', code: 'internal' };
    type(edits, 'Mine');
    await vi.advanceTimersByTimeAsync(FLUSH_MS);
    expect(kept()).toMatchObject([{ value: 'Mine' }]);
    server.outcome = { state: 'confirmed' };
    await vi.advanceTimersByTimeAsync(8000);
    expect(server.rows).toEqual(page('Mine'));
  });

  test('is sent more and more rarely while the server fails', async () => {
    const { edits, server } = setUp();
    server.outcome = { state: 'rejected', code: 'internal' };
    type(edits, 'Mine');
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(server.calls.length).toBeGreaterThan(35);
    expect(server.calls.length).toBeLessThan(70);
  });

  test('in a deleted part is dropped with a notice, and other text is sent', async () => {
    const { edits, server, notices } = setUp();
    type(edits, 'Mine');
    edits.type(PHOTO, ['caption'], 'Sea');
    server.rows = applyPageOps(server.rows, [{ op: 'remove', id: HEADING }]).rows;
    await vi.advanceTimersByTimeAsync(FLUSH_MS);
    expect(server.rows[0]?.cells[0]?.blocks).toEqual([{ id: PHOTO, kind: 'image', caption: 'Sea' }]);
    expect(notices).toEqual(['gone']);
  });

  test('refuses a value against the rules', () => {
    const { edits, heading } = setUp();
    expect(type(edits, 'x'.repeat(301))).toBe(false);
    expect(heading()).toBe('Hello');
  });
});

describe('text of an earlier visit', () => {
  const field = (base: string): TypedField => ({ id: HEADING, path: ['text'], value: 'Mine', base, state: 'sent' });

  test('is taken up if its field is unchanged', async () => {
    const { edits, server } = setUp();
    expect(edits.restore([field('Hello')])).toBe(true);
    await vi.advanceTimersByTimeAsync(FLUSH_MS);
    expect(server.rows).toEqual(page('Mine'));
  });

  test('does not replace a later change', () => {
    const { edits, heading } = setUp(page('Theirs'));
    expect(edits.restore([field('Hello')])).toBe(false);
    expect(heading()).toBe('Theirs');
  });
});

describe('undo', () => {
  test('reverts a run of typing as one step, and redo repeats it', async () => {
    const { edits, server } = setUp();
    type(edits, 'A');
    await vi.advanceTimersByTimeAsync(FLUSH_MS);
    type(edits, 'Ab');
    await vi.advanceTimersByTimeAsync(FLUSH_MS);
    expect(edits.undo()).toBe(true);
    await vi.runOnlyPendingTimersAsync();
    expect(server.rows).toEqual(page('Hello'));
    expect(edits.undo()).toBe(false);
    expect(edits.redo()).toBe(true);
    await vi.runOnlyPendingTimersAsync();
    expect(server.rows).toEqual(page('Ab'));
  });

  test('begins a new step after leaving the field, a pause or another operation', async () => {
    const { edits, heading } = setUp();
    type(edits, 'A');
    edits.settle();
    type(edits, 'Ab');
    await vi.advanceTimersByTimeAsync(2000);
    type(edits, 'Abc');
    edits.apply([{ op: 'remove', id: PHOTO }]);
    const seen = Array.from({ length: 4 }, () => (edits.undo(), heading()));
    expect(seen).toEqual(['Abc', 'Ab', 'A', 'Hello']);
  });

  test('restores a removed part in its position', async () => {
    const { edits, server } = setUp();
    edits.apply([{ op: 'remove', id: HEADING }]);
    edits.undo();
    await vi.runOnlyPendingTimersAsync();
    expect(server.rows).toEqual(page('Hello'));
  });

  test('is refused and dropped if another person changed the field', async () => {
    const { edits, change, heading, notices } = setUp();
    type(edits, 'Mine');
    await vi.advanceTimersByTimeAsync(FLUSH_MS);
    edits.settle();
    change([typed('Theirs')]);
    expect(edits.undo()).toBe(false);
    expect(heading()).toBe('Theirs');
    expect(notices).toEqual(['undo']);
    expect(edits.snapshot()).toMatchObject({ canUndo: false, canRedo: false });
  });

  test('keeps the changes of another person', async () => {
    const { edits, change, server } = setUp();
    edits.apply([{ op: 'move', id: PHOTO, in: CELL, after: null }]);
    change([typed('Theirs')]);
    edits.undo();
    await vi.runOnlyPendingTimersAsync();
    expect(server.rows).toEqual(page('Theirs'));
  });

  test('and other operations wait for a connection, without losing the step', () => {
    const { edits, server, notices } = setUp();
    edits.apply([{ op: 'remove', id: PHOTO }]);
    edits.setWritable(false);
    expect([edits.undo(), edits.apply([{ op: 'remove', id: HEADING }])]).toEqual([false, false]);
    expect(server.calls).toHaveLength(1);
    expect(notices).toEqual(['refused', 'refused']);
    edits.setWritable(true);
    expect(edits.undo()).toBe(true);
  });

  test('forgets a step that the server refused', async () => {
    const { edits, server, notices } = setUp();
    server.outcome = { state: 'rejected', code: 'limit_reached' };
    edits.apply([{ op: 'remove', id: PHOTO }]);
    await vi.runOnlyPendingTimersAsync();
    expect(edits.snapshot()).toMatchObject({ canUndo: false });
    expect(notices).toEqual(['refused']);
  });
});
