import { fold } from '#web/lib/fold.ts';

interface Known {
  id: string;
  name: string;
  email: string;
  phone: string;
}

export type Likeness = 'email' | 'phone' | 'name';

export interface Duplicates<Customer> {
  customers: Customer[];
  /** What they have in common, the surest first. */
  alike: Likeness[];
}

/** A number without what comes before it in another country: shorter ones are extensions, and anybody's. */
const PHONE_DIGITS = 9;

const KEYS: Readonly<Record<Likeness, (customer: Known) => string>> = {
  email: ({ email }) => email.trim().toLowerCase(),
  phone: ({ phone }) => {
    const digits = phone.replaceAll(/\D/g, '');
    return digits.length >= PHONE_DIGITS ? digits.slice(-PHONE_DIGITS) : '';
  },
  // Surnames first or last, with one blank or two.
  name: ({ name }) =>
    fold(name)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .sort()
      .join(' '),
};
const LIKENESSES = Object.keys(KEYS) as Likeness[];

/** Clients who seem to be one and the same person, because of an e-mail, a telephone or a name. */
export function findDuplicates<Customer extends Known>(customers: readonly Customer[]): Duplicates<Customer>[] {
  const leader = new Map<string, string>(customers.map(({ id }) => [id, id]));
  const lead = (id: string): string => {
    const next = leader.get(id) ?? id;
    return next === id ? id : lead(next);
  };
  const links: { id: string; likeness: Likeness }[] = [];
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
