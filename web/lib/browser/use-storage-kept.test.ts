import { expect, it, vi } from 'vitest';
import { keepStorage } from './use-storage-kept.ts';

const answer = (value: boolean) => vi.fn<() => Promise<boolean>>().mockResolvedValue(value);

it('asks the browser to keep what is stored, once', async () => {
  const persist = answer(true);
  expect(await keepStorage({ persisted: answer(false), persist })).toBe(true);
  expect(persist).toHaveBeenCalledTimes(1);
  expect(await keepStorage({ persisted: answer(true), persist })).toBe(true);
  expect(persist).toHaveBeenCalledTimes(1);
});

it('promises nothing that the browser has not', async () => {
  expect(await keepStorage({ persisted: answer(false), persist: answer(false) })).toBe(false);
  expect(await keepStorage({})).toBe(false);
  expect(await keepStorage(undefined)).toBe(false);
  expect(await keepStorage({ persisted: () => Promise.reject(new TypeError('refused')) })).toBe(false);
});
