import { expect, test } from 'vitest';
import { mapConcurrently } from './concurrency.ts';

/** Work that ends on demand. */
function controlledWork() {
  const started: number[] = [];
  const ends: Array<(error?: Error) => void> = [];
  const work = (item: number) =>
    new Promise<void>((resolve, reject) => {
      started.push(item);
      ends.push((error) => (error ? reject(error) : resolve()));
    });
  return { started, ends, work };
}

/** Waits until all ready promises have run. */
const settle = () => new Promise((done) => setImmediate(done));

async function* later<T>(...items: T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item);
}

test.each([
  ['a list', [1, 2, 3]],
  ['what comes by and by', later(1, 2, 3)],
])('processes %s with limited concurrency', async (_, items) => {
  const { started, ends, work } = controlledWork();
  const all = mapConcurrently(2, items, work);
  await settle();
  expect(started).toEqual([1, 2]);
  ends[1]!();
  await settle();
  expect(started).toEqual([1, 2, 3]);
  ends[0]!();
  ends[2]!();
  await expect(all).resolves.toBeUndefined();
});

test('after a failure starts nothing new, and waits for running work', async () => {
  const { started, ends, work } = controlledWork();
  let over = false;
  const all = mapConcurrently(2, later(1, 2, 3, 4), work).finally(() => (over = true));
  const refused = expect(all).rejects.toThrow('of the first');
  await settle();
  ends[0]!(new Error('of the first'));
  await settle();
  expect(over).toBe(false);
  ends[1]!();
  await refused;
  expect(started).toEqual([1, 2]);
});

test('rejects if the iterable fails', async () => {
  async function* broken(): AsyncGenerator<number> {
    yield 1;
    throw new Error('of the list');
  }
  await expect(mapConcurrently(1, broken(), () => Promise.resolve())).rejects.toThrow('of the list');
});

test('closes an iterable that is left early', async () => {
  let closed = false;
  async function* open(): AsyncGenerator<number> {
    try {
      yield* [1, 2];
    } finally {
      closed = true;
    }
  }
  await expect(mapConcurrently(1, open(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(closed).toBe(true);
});

test('resolves for an empty list', async () => {
  await expect(mapConcurrently(3, [], () => Promise.reject(new Error('never')))).resolves.toBeUndefined();
});
