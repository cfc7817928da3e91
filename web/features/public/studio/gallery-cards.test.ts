import { expect, it } from 'vitest';
import { serialize } from './gallery-cards.tsx';

it('runs tasks one after another, also after a failure', async () => {
  const enqueue = serialize();
  const events: string[] = [];
  const task =
    (name: string, fail = false) =>
    async () => {
      events.push(`${name} starts`);
      await Promise.resolve();
      events.push(`${name} ends`);
      if (fail) throw new Error(name);
      return name;
    };
  const results = await Promise.allSettled([enqueue(task('a')), enqueue(task('b', true)), enqueue(task('c'))]);
  expect(events).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
