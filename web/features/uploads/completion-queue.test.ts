import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CompletionQueue, type CompletionResponse } from './completion-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const good = async (_gallery: string, photoIds: readonly string[]): Promise<CompletionResponse> => ({
  photos: photoIds.map((photoId) => ({ photoId, failure: null })),
  refused: [],
});

test('groups completed uploads into requests of at most 50', async () => {
  const complete = vi.fn(good);
  const results: string[] = [];
  const completer = new CompletionQueue({ complete, onResult: (photoId) => results.push(photoId) });
  for (let index = 0; index < 70; index += 1) completer.add('g', `p${index}`);
  await vi.runAllTimersAsync();
  expect(complete.mock.calls.map(([, ids]) => ids.length)).toEqual([50, 20]);
  expect(new Set(results).size).toBe(70);
});

test('repeats a request after a lost answer and reports each photo once', async () => {
  const complete = vi.fn(good).mockRejectedValueOnce(new Error('network')).mockRejectedValueOnce(new Error('network'));
  const onResult = vi.fn();
  const completer = new CompletionQueue({ complete, onResult });
  completer.add('g', 'p');
  await vi.runAllTimersAsync();
  expect(complete).toHaveBeenCalledTimes(3);
  expect(onResult.mock.calls).toEqual([['p', null]]);
});

test('reports a final refusal and does not retry', async () => {
  const complete = vi.fn(good).mockRejectedValue(new Error('forbidden'));
  const onResult = vi.fn();
  const completer = new CompletionQueue({ complete, onResult, refusalOf: (error) => (error as Error).message });
  completer.add('g', 'p');
  await vi.runAllTimersAsync();
  expect(complete).toHaveBeenCalledTimes(1);
  expect(onResult.mock.calls).toEqual([['p', 'forbidden']]);
});

test('reports failures and refusals with their reasons', async () => {
  const results = new Map<string, string | null>();
  const completer = new CompletionQueue({
    complete: async () => ({
      photos: [{ photoId: 'a', failure: 'type_mismatch' }],
      refused: [{ photoId: 'b', code: 'not_found' }],
    }),
    onResult: (photoId, code) => results.set(photoId, code),
  });
  completer.add('g', 'a');
  completer.add('g', 'b');
  await vi.runAllTimersAsync();
  expect([...results]).toEqual([
    ['a', 'type_mismatch'],
    ['b', 'not_found'],
  ]);
});
