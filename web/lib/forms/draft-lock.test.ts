import { expect, test } from 'vitest';
import { DraftLock } from './draft-lock.ts';

test('what one form has open, another is not given before it is let go', async () => {
  const [one, other] = [new DraftLock(), new DraftLock()];
  expect(await one.acquire(['a'])).toBe('a');
  expect(await other.acquire(['a'])).toBeNull();
  await one.releaseLock();
  expect(await other.acquire(['a'])).toBe('a');
  await other.releaseLock();
});

test('the first that is free is taken, and the one before is free again', async () => {
  const [one, other] = [new DraftLock(), new DraftLock()];
  await one.acquire(['a']);
  await other.acquire(['c']);
  expect(await other.acquire(['a', 'b', 'c'])).toBe('b');
  expect(await one.acquire(['c', 'a'])).toBe('c');
  await Promise.all([one.releaseLock(), other.releaseLock()]);
});

test('where nothing else is free, one keeps its own', async () => {
  const [one, other] = [new DraftLock(), new DraftLock()];
  await one.acquire(['a']);
  await other.acquire(['b']);
  expect(await other.acquire(['a', 'b'])).toBe('b');
  expect(await one.acquire(['b'])).toBeNull();
  expect(await new DraftLock().acquire(['a'])).toBeNull();
  await Promise.all([one.releaseLock(), other.releaseLock()]);
});

test('a form that takes the place of another goes on with its draft', async () => {
  const [one, next] = [new DraftLock(), new DraftLock()];
  await one.acquire(['a']);
  void one.releaseLock();
  expect(await next.acquire(['a'])).toBe('a');
  await next.releaseLock();
});

test('what was asked for before a form was closed is let go with it', async () => {
  const [one, next] = [new DraftLock(), new DraftLock()];
  void one.acquire(['a']);
  void one.releaseLock();
  expect(await next.acquire(['a'])).toBe('a');
  await next.releaseLock();
});
