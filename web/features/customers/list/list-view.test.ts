import { expect, it } from 'vitest';
import type { CustomerListRow } from '../types.ts';
import {
  customerTags,
  findItems,
  LIST,
  type ListItem,
  listItems,
  type ListSort,
  needsCounts,
  sortItems,
} from './list-view.ts';

const customer = (id: string, values: Partial<CustomerListRow>): CustomerListRow => ({
  id,
  accountId: '',
  authorId: '',
  name: id,
  email: '',
  phone: '',
  address: '',
  taxId: '',
  notes: '',
  language: null,
  tags: [],
  createdAt: 0,
  updatedAt: 0,
  deletedAt: null,
  erasedAt: null,
  unconfirmedSince: null,
  mergedInto: null,
  ...values,
});
const CUSTOMERS = [
  customer('nuria', { name: 'Núria Sòria', email: 'nuria@example.org', tags: ['Boda'], createdAt: 1 }),
  customer('ada', { name: 'Ada', phone: '+34 600 11 22 33', tags: ['boda', 'VIP'], createdAt: 3 }),
  customer('ana', { name: 'Ana 10', createdAt: 2 }),
  customer('ana2', { name: 'Ana 9', createdAt: 4 }),
];
const ITEMS = listItems(CUSTOMERS, {
  stats: [
    { customerId: 'ada', lastSessionAt: 5 },
    { customerId: 'ana', lastSessionAt: 9 },
    { customerId: 'ana2', lastSessionAt: null },
  ],
  balances: [
    { customerId: 'ada', owed: 60 },
    { customerId: 'ada', owed: 50 },
    { customerId: 'nuria', owed: 0 },
  ],
});
const ids = (items: readonly ListItem[]) => items.map((item) => item.customer.id);
const find = (search: string, tag: string | null = null) => ids(findItems(ITEMS, { search, tag, sort: 'name' }));

it('finds every word in name, email, phone and tags, regardless of accents and case', () => {
  expect(find('SORIA núria')).toEqual(['nuria']);
  expect(find('nuria@ex')).toEqual(['nuria']);
  expect(find('vip')).toEqual(['ada']);
  expect(find('600112')).toEqual(['ada']);
  expect(find('600 11')).toEqual(['ada']);
  expect(find('ada nuria')).toEqual([]);
});

it('compares tags regardless of case', () => {
  expect(find('', 'BODA')).toEqual(['nuria', 'ada']);
  expect(customerTags(CUSTOMERS)).toEqual(['Boda', 'VIP']);
});

it.each<[ListSort, string[]]>([
  ['name', ['ada', 'ana2', 'ana', 'nuria']],
  ['lastSession', ['ana', 'ada', 'ana2', 'nuria']],
  ['balance', ['ada', 'ana2', 'ana', 'nuria']],
  ['newest', ['ana2', 'ada', 'ana', 'nuria']],
])('sorts by %s', (sort, order) => {
  expect(ids(sortItems(ITEMS, sort))).toEqual(order);
});

it('sums the balance over photographers', () => {
  expect(ITEMS.map(({ balance }) => balance)).toEqual([0, 110, 0, 0]);
});

it('leaves counts empty until the other tables are loaded', () => {
  expect(listItems(CUSTOMERS, null).map(({ isCounted }) => isCounted)).toEqual([false, false, false, false]);
  expect(ITEMS.every(({ isCounted }) => isCounted)).toBe(true);
  expect((['name', 'lastSession', 'balance', 'newest'] as const).filter(needsCounts)).toEqual([
    'lastSession',
    'balance',
  ]);
});

it('finds a changed client by the new values', () => {
  const [first, ...others] = CUSTOMERS;
  expect(find('berta')).toEqual([]);
  const after = listItems([{ ...first!, name: 'Berta' }, ...others], null);
  expect(ids(findItems(after, { search: 'berta', tag: null, sort: 'name' }))).toEqual(['nuria']);
});

it('keeps the parameter names of the address', () => {
  expect(LIST.write({ search: 'a', tag: 'vip', sort: 'balance' }).toString()).toBe('q=a&tag=vip&sort=balance');
});
