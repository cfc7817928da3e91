import { normalizeForSearch } from '#web/lib/format/normalize-for-search.ts';

interface Known {
  id: string;
  name: string;
  email: string;
  phone: string;
}

export type DuplicateReason = 'email' | 'phone' | 'name';

export interface Duplicates<Customer> {
  customers: Customer[];
  /** Matching fields, the most reliable first. */
  alike: DuplicateReason[];
}

/** Digits compared, without a country code. Shorter numbers are extensions and are ignored. */
const PHONE_DIGITS = 9;

const KEYS: Readonly<Record<DuplicateReason, (customer: Known) => string>> = {
  email: ({ email }) => email.trim().toLowerCase(),
  phone: ({ phone }) => {
    const digits = phone.replaceAll(/\D/g, '');
    return digits.length >= PHONE_DIGITS ? digits.slice(-PHONE_DIGITS) : '';
  },
  // Sorted words, so that the order of names and surnames does not matter.
  name: ({ name }) =>
    normalizeForSearch(name)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .sort()
      .join(' '),
};
const LIKENESSES = Object.keys(KEYS) as DuplicateReason[];

/** True if the studio has marked the two as different people. */
export type IsDismissed = (one: string, other: string) => boolean;

/**
 * Groups clients with the same email, phone or name. If two of a group are marked as different, the group is split
 * into pairs.
 */
export function findDuplicates<Customer extends Known>(
  customers: readonly Customer[],
  isDistinct: IsDismissed = () => false,
): Duplicates<Customer>[] {
  return groupsOf(customers).flatMap((group) =>
    pairs(group.customers).some(([one, other]) => isDistinct(one.id, other.id)) ? apart(group, isDistinct) : [group],
  );
}

/** Returns the pairs that are not marked as different. */
function apart<Customer extends Known>(
  { customers }: Duplicates<Customer>,
  isDistinct: IsDismissed,
): Duplicates<Customer>[] {
  return pairs(customers).flatMap((pair) => {
    if (isDistinct(pair[0].id, pair[1].id)) return [];
    const alike = LIKENESSES.filter((likeness) => {
      const key = KEYS[likeness](pair[0]);
      return key !== '' && key === KEYS[likeness](pair[1]);
    });
    return alike.length > 0 ? [{ customers: [...pair], alike }] : [];
  });
}

function pairs<Customer>(customers: readonly Customer[]): [Customer, Customer][] {
  return customers.flatMap((one, at) => customers.slice(at + 1).map((other): [Customer, Customer] => [one, other]));
}

function groupsOf<Customer extends Known>(customers: readonly Customer[]): Duplicates<Customer>[] {
  const leader = new Map<string, string>(customers.map(({ id }) => [id, id]));
  const lead = (id: string): string => {
    const next = leader.get(id) ?? id;
    return next === id ? id : lead(next);
  };
  const links: { id: string; likeness: DuplicateReason }[] = [];
  for (const likeness of LIKENESSES) {
    const first = new Map<string, string>();
    for (const customer of customers) {
      const key = KEYS[likeness](customer);
      const same = key && first.get(key);
      if (same) {
        leader.set(lead(customer.id), lead(same));
        links.push({ id: customer.id, likeness });
      } else if (key) first.set(key, customer.id);
    }
  }
  const groups = new Map<string, Duplicates<Customer>>();
  for (const customer of customers) {
    const id = lead(customer.id);
    const group = groups.get(id) ?? { customers: [], alike: [] };
    group.customers.push(customer);
    groups.set(id, group);
  }
  for (const { id, likeness } of links) {
    const alike = groups.get(lead(id))?.alike;
    if (alike && !alike.includes(likeness)) alike.push(likeness);
  }
  return [...groups.values()].filter((group) => group.customers.length > 1);
}
