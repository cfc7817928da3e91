import { expect, test } from 'vitest';
import { DraftHold } from './draft-hold.ts';

test('what one form has open, another is not given before it is let go', async () => {
  const [one, other] = [new DraftHold(), new DraftHold()];
  expect(await one.take(['a'])).toBe('a');
  expect(await other.take(['a'])).toBeNull();
  await one.letGo();
  expect(await other.take(['a'])).toBe('a');
  await other.letGo();
});

test('the first that is free is taken, and the one before is free again', async () => {
  const [one, other] = [new DraftHold(), new DraftHold()];
  await one.take(['a']);
  await other.take(['c']);
  expect(await other.take(['a', 'b', 'c'])).toBe('b');
  expect(await one.take(['c', 'a'])).toBe('c');
  await Promise.all([one.letGo(), other.letGo()]);
});

test('where nothing else is free, one keeps its own', async () => {
  const [one, other] = [new DraftHold(), new DraftHold()];
  await one.take(['a']);
  await other.take(['b']);
  expect(await other.take(['a', 'b'])).toBe('b');
  expect(await one.take(['b'])).toBeNull();
  expect(await new DraftHold().take(['a'])).toBeNull();
  await Promise.all([one.letGo(), other.letGo()]);
});

test('a form that takes the place of another goes on with its draft', async () => {
  const [one, next] = [new DraftHold(), new DraftHold()];
  await one.take(['a']);
  void one.letGo();
  expect(await next.take(['a'])).toBe('a');
  await next.letGo();
});

test('what was asked for before a form was closed is let go with it', async () => {
  const [one, next] = [new DraftHold(), new DraftHold()];
  void one.take(['a']);
  void one.letGo();
  expect(await next.take(['a'])).toBe('a');
  await next.letGo();
});
