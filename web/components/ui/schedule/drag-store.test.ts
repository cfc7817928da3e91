import { beforeEach, expect, test, vi } from 'vitest';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { DragStore, type DragContext } from './drag-store.ts';
import type { ScheduleItem } from './types.ts';

const start = Date.parse('2026-11-24T09:00Z');
const item: ScheduleItem = { id: 'a', title: 'Ana', start, end: start + HOUR_MS, colour: 'black', tone: 'solid' };
const later = { start: start + HOUR_MS, end: start + 2 * HOUR_MS };
const nextWeek = { start: start + 168 * HOUR_MS, end: start + 169 * HOUR_MS };

const context = {
  zone: 'Europe/Madrid',
  date: '2026-11-24',
  days: ['2026-11-23', '2026-11-24'],
  conflictsOf: vi.fn<NonNullable<DragContext['conflictsOf']>>(() => ['Marta']),
  onMove: vi.fn<NonNullable<DragContext['onMove']>>(),
  onDateChange: vi.fn<DragContext['onDateChange']>(),
};
const store = new DragStore(context);

beforeEach(() => {
  vi.clearAllMocks();
  store.putBack();
  context.onDateChange.mockClear();
});

test('reports the move on drop only, and conflicts on the way', () => {
  store.pickUp(item, 'pointer');
  expect(store.get().draft?.conflicts).toEqual([]);
  store.moveTo(later);
  expect(store.get().draft).toMatchObject({ ...later, conflicts: ['Marta'] });
  expect(context.conflictsOf).toHaveBeenCalledExactlyOnceWith('a', later.start, later.end);
  expect(context.onMove).not.toHaveBeenCalled();
  store.drop();
  expect(context.onMove).toHaveBeenCalledExactlyOnceWith('a', later);
  expect(store.get()).toMatchObject({ draft: null, landing: { kind: 'moved', id: 'a', ...later } });
});

test('reports a conflict that appears during a drag', () => {
  const listener = vi.fn<() => void>();
  store.know({ ...context, conflictsOf: () => [] });
  store.pickUp(item, 'keyboard');
  store.know({ ...context, conflictsOf: () => ['Marta'] });
  expect(store.get().draft?.conflicts).toEqual([]);
  store.know({ ...context, conflictsOf: () => [] });
  store.moveTo(later);
  const unsubscribe = store.subscribe(listener);
  store.know({ ...context, conflictsOf: () => [] });
  expect(listener).not.toHaveBeenCalled();
  store.know({ ...context, conflictsOf: () => ['Marta'] });
  expect(store.get().draft).toMatchObject({ ...later, conflicts: ['Marta'] });
  expect(listener).toHaveBeenCalledOnce();
  unsubscribe();
  store.know(context);
});

test('reports no move after a cancel or a drop in place', () => {
  store.pickUp(item, 'keyboard');
  store.moveTo(later);
  store.putBack();
  expect(store.get().landing).toMatchObject({ kind: 'putBack', start: item.start, end: item.end });
  store.pickUp(item, 'keyboard');
  store.drop();
  expect(store.get().landing?.kind).toBe('putBack');
  expect(context.onMove).not.toHaveBeenCalled();
});

test('turns the page during a keyboard drag and back on cancel', () => {
  store.pickUp(item, 'keyboard');
  store.moveTo(later);
  expect(context.onDateChange).not.toHaveBeenCalled();
  store.moveTo(nextWeek);
  expect(context.onDateChange).toHaveBeenLastCalledWith('2026-12-01');
  context.date = '2026-12-01';
  store.putBack();
  expect(context.onDateChange).toHaveBeenLastCalledWith('2026-11-24');
  context.date = '2026-11-24';
});

test('does not check conflicts or notify listeners without a move', () => {
  const listener = vi.fn<() => void>();
  store.pickUp(item, 'pointer');
  const end = store.subscribe(listener);
  store.moveTo(item);
  expect(listener).not.toHaveBeenCalled();
  store.moveTo(later);
  end();
  store.moveTo(item);
  expect(listener).toHaveBeenCalledOnce();
});
