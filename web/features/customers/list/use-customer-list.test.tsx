import { defineMutator, defineMutators, Zero } from '@rocicorp/zero';
import { ZeroProvider } from '@rocicorp/zero/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Role } from '#core/domain/studio/roles.ts';
import type { Ctx } from '#core/zero/context.ts';
import { schema } from '#core/zero/schema.ts';
import { expectLogged } from '../../../../tests/support/expected-log.ts';
import type { ListSort } from './list-view.ts';

// Zero warns that it has no server.
expectLogged('Zero');

const signedInAs = vi.hoisted(() => ({ role: 'owner' as Role }));
vi.mock('#web/lib/accounts/accounts.tsx', () => ({ useAccount: () => signedInAs }));
// Test files share modules: another one may have loaded this with the real accounts.
vi.resetModules();
const { useCustomerList } = await import('./use-customer-list.ts');
afterAll(() => vi.resetModules());

const STUDIO = { accountId: 'studio', authorId: 'owner' };
const ADA = { ...STUDIO, id: 'ada', name: 'Ada', email: '', phone: '', address: '', taxId: '', notes: '', tags: [] };

/** Writes synced rows, each table separately. */
const arrivals = defineMutators({
  customer: defineMutator(({ tx }) => tx.mutate.customers.insert({ ...ADA, createdAt: 1, updatedAt: 1 })),
  stats: defineMutator(({ tx }) =>
    tx.mutate.customerStats.insert({ accountId: 'studio', customerId: 'ada', sessionCount: 1, lastSessionAt: 5 }),
  ),
  balance: defineMutator(({ tx }) =>
    tx.mutate.customerBalances.insert({
      accountId: 'studio',
      customerId: 'ada',
      photographer: '',
      billed: 900,
      paid: 0,
      owed: 900,
    }),
  ),
});
const logSink = { log: () => undefined };
const options = { schema, mutators: arrivals, userID: 'owner', cacheURL: null, kvStore: 'mem', logSink } as const;
const context = (): Ctx | undefined => ({ userId: 'owner', accountId: 'studio', role: signedInAs.role });
const open = () => new Zero({ ...options, context: context() });
let zero: ReturnType<typeof open>;

beforeEach(async () => {
  signedInAs.role = 'owner';
  zero = open();
  await zero.mutate(arrivals.customer()).client;
});
afterEach(() => zero.close());

function Counts({ sort }: { sort: ListSort }) {
  return useCustomerList(sort).items.map(({ customer, isCounted }) => `${customer.name} ${isCounted}`);
}

/** Renders the list for the first time. */
const paint = (sort: ListSort) =>
  renderToStaticMarkup(
    <ZeroProvider zero={zero}>
      <Counts sort={sort} />
    </ZeroProvider>,
  );

it('shows no sessions and money before it queries them', () => {
  expect(paint('name')).toBe('Ada false');
});

it('shows none before both are loaded', async () => {
  expect(paint('balance')).toBe('Ada false');
  await zero.mutate(arrivals.stats()).client;
  expect(paint('balance')).toBe('Ada false');
  await zero.mutate(arrivals.balance()).client;
  expect(paint('balance')).toBe('Ada true');
});

it('does not wait for money without the permission', async () => {
  signedInAs.role = 'assistant';
  await zero.mutate(arrivals.stats()).client;
  expect(paint('lastSession')).toBe('Ada true');
});
