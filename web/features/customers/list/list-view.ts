import { fold } from '#web/lib/fold.ts';
import type { ListedCustomer } from '../customer-rows.ts';

export const LIST_SORTS = ['name', 'lastSession', 'balance', 'newest'] as const;
export type ListSort = (typeof LIST_SORTS)[number];

/** What the list shows, as its address says it. */
export interface ListView {
  search: string;
  tag: string | null;
  sort: ListSort;
}

/** A client with what stands in other tables about them. */
export interface ListItem {
  customer: ListedCustomer;
  /** Epoch milliseconds; null without a session. */
  lastSessionAt: number | null;
  /** Minor units still owed; 0 for those who may not see money. */
  balance: number;
  /** What a search looks through, folded. */
  text: string;
}

export function readView(params: URLSearchParams): ListView {
  return {
    search: params.get('q') ?? '',
    tag: params.get('tag'),
    sort: LIST_SORTS.find((known) => known === params.get('sort')) ?? 'name',
  };
}

/** Only what differs from the plain list stands in the address. */
export function writeView(view: ListView): URLSearchParams {
  const params = new URLSearchParams();
  if (view.search) params.set('q', view.search);
  if (view.tag) params.set('tag', view.tag);
  if (view.sort !== 'name') params.set('sort', view.sort);
  return params;
}

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const byName = (a: ListItem, b: ListItem) => names.compare(a.customer.name, b.customer.name);

const ORDERS: Record<ListSort, (a: ListItem, b: ListItem) => number> = {
  name: byName,
  // The latest first; those who never had one last.
  lastSession: (a, b) => (b.lastSessionAt ?? -1) - (a.lastSessionAt ?? -1) || byName(a, b),
  // Who owes most first.
  balance: (a, b) => b.balance - a.balance || byName(a, b),
  newest: (a, b) => b.customer.createdAt - a.customer.createdAt,
};

interface Beside {
  stats: readonly { customerId: string; lastSessionAt: number | null }[];
  /** One a photographer: what is owed is their sum. */
  balances: readonly { customerId: string; billed: number; paid: number }[];
}

/** Clients beside their counts and balances. Done once for all searches: folding ten thousand takes a moment. */
export function listItems(customers: readonly ListedCustomer[], { stats, balances }: Beside): ListItem[] {
  const last = new Map(stats.map(({ customerId, lastSessionAt }) => [customerId, lastSessionAt]));
  const owed = new Map<string, number>();
  for (const { customerId, billed, paid } of balances) {
    owed.set(customerId, (owed.get(customerId) ?? 0) + billed - paid);
  }
  return customers.map((customer) => ({
    customer,
    lastSessionAt: last.get(customer.id) ?? null,
    balance: owed.get(customer.id) ?? 0,
    text: fold([customer.name, customer.email, customer.phone, digits(customer.phone), ...customer.tags].join('\n')),
  }));
}

/** Found with and without the blanks that a number is written with. */
const digits = (phone: string) => phone.replaceAll(/\D/g, '');

export function sortItems(items: readonly ListItem[], sort: ListSort): ListItem[] {
  return items.toSorted(ORDERS[sort]);
}

/** Those in whose texts every word of the search stands. */
export function findItems(items: readonly ListItem[], { search, tag }: ListView): ListItem[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  const wanted = tag === null ? null : fold(tag);
  return items.filter(
    ({ text, customer }) =>
      words.every((word) => text.includes(word)) &&
      (wanted === null || customer.tags.some((one) => fold(one) === wanted)),
  );
}

/** The studio's tags by name, each once whatever its case. */
export function tagsOf(customers: readonly Pick<ListedCustomer, 'tags'>[]): string[] {
  const tags = new Map<string, string>();
  for (const one of customers) for (const tag of one.tags) if (!tags.has(fold(tag))) tags.set(fold(tag), tag);
  return [...tags.values()].sort(names.compare);
}
