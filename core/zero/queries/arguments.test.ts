import { expect, it } from 'vitest';
import type { z } from 'zod';
import { mentionQueries } from './mentions.ts';
import { teamQueries } from './accounts.ts';
import { paymentQueries } from './payments.ts';
import { sessionQueries } from './sessions.ts';

const NUL = 'a\u0000b';
const range = { from: 0, to: 1, limit: 1 };

it.each([
  ['mentions', mentionQueries.photos, { texts: ['ab'] }, { texts: [NUL] }],
  ['payments', paymentQueries.list, { ...range, statuses: ['paid'], search: 'ab' }, { search: NUL }],
  ['sessions', sessionQueries.list, { ...range, statuses: ['scheduled'], search: 'ab', order: 'asc' }, { search: NUL }],
  [
    'security events',
    teamQueries.securityEvents,
    { limit: 1, before: { at: 1, id: '0'.repeat(20) } },
    { before: { at: Number.MIN_SAFE_INTEGER, id: '0'.repeat(20) } },
  ],
])('the query of %s refuses values that the database cannot hold', (_what, { validator }, args, unstorable) => {
  const accepts = (given: object) => (validator as unknown as z.ZodType).safeParse(given).success;
  expect([accepts(args), accepts({ ...args, ...unstorable })]).toEqual([true, false]);
});
