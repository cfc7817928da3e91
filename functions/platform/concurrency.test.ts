import { expect, test } from 'vitest';
import { mapConcurrently } from './concurrency.ts';

/** Work that ends when it is told to. */
function held() {
  const begun: number[] = [];
  const ends: Array<(error?: Error) => void> = [];
  const work = (item: number) =>
    new Promise<void>((resolve, reject) => {
      begun.push(item);
      ends.push((error) => (error ? reject(error) : resolve()));
    });
  return { begun, ends, work };
}

/** Until every promise that can go on has gone on. */
const settle = () => new Promise((done) => setImmediate(done));

async function* later<T>(...items: T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item);
}

test.each([
  ['a list', [1, 2, 3]],
  ['what comes by and by', later(1, 2, 3)],
])('%s is worked through, so many at a time', async (_, items) => {
  const { begun, ends, work } = held();
  const all = mapConcurrently(2, items, work);
  await settle();
  expect(begun).toEqual([1, 2]);
  ends[1]!();
  await settle();
  expect(begun).toEqual([1, 2, 3]);
  ends[0]!();
  ends[2]!();
  await expect(all).resolves.toBeUndefined();
});

test('after a failure nothing is begun, and what is under way is waited for', async () => {
  const { begun, ends, work } = held();
  let over = false;
  const all = mapConcurrently(2, later(1, 2, 3, 4), work).finally(() => (over = true));
  const refused = expect(all).rejects.toThrow('of the first');
  await settle();
  ends[0]!(new Error('of the first'));
  await settle();
  expect(over).toBe(false);
  ends[1]!();
  await refused;
  expect(begun).toEqual([1, 2]);
});

test('a list that cannot be read on is a failure', async () => {
  async function* broken(): AsyncGenerator<number> {
    yield 1;
    throw new Error('of the list');
  }
  await expect(mapConcurrently(1, broken(), () => Promise.resolve())).rejects.toThrow('of the list');
});

test('a list that is left before its end is closed', async () => {
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

test('nothing is nothing', async () => {
  await expect(mapConcurrently(3, [], () => Promise.reject(new Error('never')))).resolves.toBeUndefined();
});
