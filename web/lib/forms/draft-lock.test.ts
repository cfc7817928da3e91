import { expect, test } from 'vitest';
import { DraftLock } from './draft-lock.ts';

test('refuses a draft that another form has open, until it is released', async () => {
  const [one, other] = [new DraftLock(), new DraftLock()];
  expect(await one.acquire(['a'])).toBe('a');
  expect(await other.acquire(['a'])).toBeNull();
  await one.releaseLock();
  expect(await other.acquire(['a'])).toBe('a');
  await other.releaseLock();
});

test('acquires the first free draft and releases the previous one', async () => {
  const [one, other] = [new DraftLock(), new DraftLock()];
  await one.acquire(['a']);
  await other.acquire(['c']);
  expect(await other.acquire(['a', 'b', 'c'])).toBe('b');
  expect(await one.acquire(['c', 'a'])).toBe('c');
  await Promise.all([one.releaseLock(), other.releaseLock()]);
});

test('keeps its own draft if no other is free', async () => {
  const [one, other] = [new DraftLock(), new DraftLock()];
  await one.acquire(['a']);
  await other.acquire(['b']);
  expect(await other.acquire(['a', 'b'])).toBe('b');
  expect(await one.acquire(['b'])).toBeNull();
  expect(await new DraftLock().acquire(['a'])).toBeNull();
  await Promise.all([one.releaseLock(), other.releaseLock()]);
});

test('acquires the draft that a replaced form releases', async () => {
  const [one, next] = [new DraftLock(), new DraftLock()];
  await one.acquire(['a']);
  void one.releaseLock();
  expect(await next.acquire(['a'])).toBe('a');
  await next.releaseLock();
});

test('releases a draft that was requested before the form closed', async () => {
  const [one, next] = [new DraftLock(), new DraftLock()];
  void one.acquire(['a']);
  void one.releaseLock();
  expect(await next.acquire(['a'])).toBe('a');
  await next.releaseLock();
});
