import { describe, expect, test } from 'vitest';
import { AppError } from '../domain/errors.ts';
import { ignoreErrorsOnRebase } from './rebase.ts';

const thrown = { reason: new AppError('not_found') as Error };
const { refuse } = ignoreErrorsOnRebase({
  refuse: { fn: async (_options: never) => Promise.reject(thrown.reason) },
});
const run = (reason: string) => refuse.fn({ tx: { reason } } as never);

describe('ignoreErrorsOnRebase', () => {
  test('throws on the initial run and on the server', async () => {
    await expect(run('optimistic')).rejects.toThrow('not_found');
    await expect(run('authoritative')).rejects.toThrow('not_found');
  });

  test('ignores AppErrors during a rebase', async () => {
    await expect(run('rebase')).resolves.toBeUndefined();
  });

  test('rethrows other errors', async () => {
    thrown.reason = new TypeError('a bug');
    await expect(run('rebase')).rejects.toThrow('a bug');
  });
});
