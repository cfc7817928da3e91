import { normalizeForSearch } from '#web/lib/format/normalize-for-search.ts';
import { choiceParam, filterParam, textParam, viewParams } from '#web/lib/view-params.ts';
import type { CustomerListRow } from '../types.ts';

export const LIST_SORTS = ['name', 'lastSession', 'balance', 'newest'] as const;
export type ListSort = (typeof LIST_SORTS)[number];

export const LIST = viewParams({
  search: textParam('q'),
  tag: filterParam('tag'),
  sort: choiceParam('sort', LIST_SORTS, 'name'),
});
export type ListView = typeof LIST.defaults;

/** A client with values from other tables. */
export interface ListItem {
  customer: CustomerListRow;
  /** Contacts with a name of their own. */
  contacts: readonly NamedContact[];
  /** False until the other tables are loaded; the next two are empty then. */
  isCounted: boolean;
  /** Epoch milliseconds; null without a session. */
  lastSessionAt: number | null;
  /** Outstanding amount in minor units; 0 for roles that may not see money. */
  balance: number;
}

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const byName = (a: ListItem, b: ListItem) => names.compare(a.customer.name, b.customer.name);

const ORDERS: Record<ListSort, (a: ListItem, b: ListItem) => number> = {
  name: byName,
  // Latest first; clients without a session last.
  lastSession: (a, b) => (b.lastSessionAt ?? -1) - (a.lastSessionAt ?? -1) || byName(a, b),
  // Highest balance first.
  balance: (a, b) => b.balance - a.balance || byName(a, b),
  newest: (a, b) => b.customer.createdAt - a.customer.createdAt,
};

interface Beside {
  stats: readonly { customerId: string; lastSessionAt: number | null }[];
  /** One row per photographer; the balance is their sum. */
  balances: readonly { customerId: string; owed: number }[];
}

/** A contact with a name of its own. */
interface NamedContact {
  customerId: string;
  name: string;
  email: string;
  phone: string;
}

/** True if the sort order needs the other tables. */
export const needsCounts = (sort: ListSort) => sort === 'lastSession' || sort === 'balance';

const NOBODY: readonly NamedContact[] = [];

/** Joins clients with their counts and balances, null until those are loaded, and with their named contacts. */
export function listItems(
  customers: readonly CustomerListRow[],
  beside: Beside | null,
  contacts: readonly NamedContact[] = [],
): ListItem[] {
  const people = Map.groupBy(contacts, ({ customerId }) => customerId);
  const { stats, balances } = beside ?? { stats: [], balances: [] };
  const last = new Map(stats.map(({ customerId, lastSessionAt }) => [customerId, lastSessionAt]));
  const owed = new Map<string, number>();
  for (const balance of balances) {
    owed.set(balance.customerId, (owed.get(balance.customerId) ?? 0) + balance.owed);
  }
  return customers.map((customer) => ({
    customer,
    contacts: people.get(customer.id) ?? NOBODY,
    isCounted: beside !== null,
    lastSessionAt: last.get(customer.id) ?? null,
    balance: owed.get(customer.id) ?? 0,
  }));
}

// Normalizing ten thousand clients takes time: done on the first search and cached.
const texts = new WeakMap<CustomerListRow, string>();

/** Returns the searched text: phone numbers with and without spaces. */
function textOf(customer: CustomerListRow): string {
  const known = texts.get(customer);
  if (known !== undefined) return known;
  const { name, email, phone, tags } = customer;
  const text = normalizeForSearch([name, email, phone, phone.replaceAll(/\D/g, ''), ...tags].join('\n'));
  texts.set(customer, text);
  return text;
}

const contactsText = (contacts: readonly NamedContact[]): string =>
  contacts.length === 0
    ? ''
    : normalizeForSearch(contacts.map(({ name, email, phone }) => `${name}\n${email}\n${phone}`).join('\n'));

export function sortItems(items: readonly ListItem[], sort: ListSort): ListItem[] {
  return items.toSorted(ORDERS[sort]);
}

/** Returns the items that contain every word of the search and have the tag. */
export function findItems(items: readonly ListItem[], { search, tag }: ListView): readonly ListItem[] {
  const words = normalizeForSearch(search).split(/\s+/).filter(Boolean);
  const wanted = tag === null ? null : normalizeForSearch(tag);
  if (words.length === 0 && wanted === null) return items;
  return items.filter(
    ({ customer, contacts }) =>
      words.every((word) => textOf(customer).includes(word) || contactsText(contacts).includes(word)) &&
      (wanted === null || customer.tags.some((one) => normalizeForSearch(one) === wanted)),
  );
}

/** Returns the studio's tags by name, each once regardless of case. */
export function customerTags(customers: readonly Pick<CustomerListRow, 'tags'>[]): string[] {
  const tags = new Map<string, string>();
  for (const one of customers)
    for (const tag of one.tags) if (!tags.has(normalizeForSearch(tag))) tags.set(normalizeForSearch(tag), tag);
  return [...tags.values()].sort(names.compare);
}
