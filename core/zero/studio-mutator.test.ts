import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from '../domain/values/errors.ts';
import { studioMutator } from './studio-mutator.ts';

const thrown = { reason: new AppError('not_found') as Error };
const refuse = studioMutator('customers.write', z.strictObject({}), async () => Promise.reject(thrown.reason));
const run = (reason: string) =>
  refuse.fn({ tx: { reason }, ctx: { userId: 'me', accountId: 'studio', role: 'owner' }, args: { now: 0 } } as never);

describe('a refusal', () => {
  test('is thrown on the initial run and on the server', async () => {
    await expect(run('optimistic')).rejects.toThrow('not_found');
    await expect(run('authoritative')).rejects.toThrow('not_found');
  });

  test('is ignored during a rebase', async () => {
    await expect(run('rebase')).resolves.toBeUndefined();
  });

  test('differs from other errors, which a rebase throws', async () => {
    thrown.reason = new TypeError('a bug');
    await expect(run('rebase')).rejects.toThrow('a bug');
  });
});
