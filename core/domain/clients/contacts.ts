import { z } from 'zod';
import { email } from '../values/email.ts';
import { rowId } from '../values/ids.ts';
import type { Language } from '../values/languages.ts';
import { language, personName, text } from '../values/primitives.ts';

/**
 * What a contact of a client does: gets invitations and mails about sessions, chooses photos, signs contracts, gets
 * mails about payments and pays.
 */
export const CONTACT_ROLES = ['receives', 'chooses', 'signs', 'pays'] as const;
export type ContactRole = (typeof CONTACT_ROLES)[number];
export type ContactRoles = Record<ContactRole, boolean>;

/** Roles of a client's only contact. */
export const ALL_ROLES: ContactRoles = { receives: true, chooses: true, signs: true, pays: true };
/** Roles of a further contact until the studio ticks others. */
export const ADDED_ROLES: ContactRoles = { receives: true, chooses: true, signs: false, pays: false };

/** Maximum number of contacts of a client. */
export const MAX_CONTACTS = 10;

/** Fields of a contact that forms and mutators may set. */
export const contactFields = z.strictObject({
  /** Empty: the client's name. */
  name: personName.max(120),
  email: z.union([z.literal(''), email]),
  phone: text.trim().max(40),
  /** Null: the client's language. */
  language: language.nullable(),
  receives: z.boolean(),
  chooses: z.boolean(),
  signs: z.boolean(),
  pays: z.boolean(),
});
export const contactChanges = contactFields.partial();

export const newContact = contactFields.extend({ id: rowId, customerId: rowId });
export type NewContact = z.infer<typeof newContact>;

interface Positioned {
  id: string;
  position: number;
}

/** Returns a client's contacts, the first one first. */
export const sortContacts = <Contact extends Positioned>(contacts: readonly Contact[]): Contact[] =>
  contacts.toSorted((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1));

interface Addressed extends Positioned, ContactRoles {
  email: string;
}

/**
 * Returns the contacts who get a client's mails of a role, each address once. Without one who has an address, the first
 * contact gets them, if it has one.
 */
export function recipientsOf<Contact extends Addressed>(contacts: readonly Contact[], role: ContactRole): Contact[] {
  const sorted = sortContacts(contacts);
  const seen = new Set<string>();
  const found = sorted.filter((contact) => {
    const address = contact.email.toLowerCase();
    if (!contact[role] || address === '' || seen.has(address)) return false;
    seen.add(address);
    return true;
  });
  return found.length > 0 ? found : sorted.slice(0, 1).filter(({ email: address }) => address !== '');
}

/**
 * Returns the roles by which a contact acts: their own, and those that no other contact has. A link that was copied, and
 * a client's only contact, have all; someone who is no longer one of the contacts only receives.
 */
export function rightsOf(contacts: readonly Addressed[], id: string | null): ContactRoles {
  if (id === null) return ALL_ROLES;
  const contact = contacts.find((one) => one.id === id);
  if (!contact) return { receives: true, chooses: false, signs: false, pays: false };
  if (contacts.length < 2) return ALL_ROLES;
  const may = (role: ContactRole) => contact[role] || recipientsOf(contacts, role).includes(contact);
  return { receives: may('receives'), chooses: may('chooses'), signs: may('signs'), pays: may('pays') };
}

/** True if a contact may withdraw from an order: they are a side of its contract. */
export const mayWithdraw = ({ signs, pays }: Pick<ContactRoles, 'signs' | 'pays'>): boolean => signs || pays;

/**
 * Returns the name by which a mail to a contact greets, in their language: theirs, and for the first recipient also those
 * of contacts of the role without an address of their own, `Anna and Marc`. Empty: the client's name.
 */
export function addresseeName(
  contacts: readonly (Addressed & { name: string })[],
  { id, role, language: of }: { id: string | null; role: ContactRole; language: Language },
): string {
  const recipients = recipientsOf(contacts, role);
  const contact = contacts.find((one) => one.id === (id ?? recipients[0]?.id));
  if (!contact?.name) return '';
  const sharing = contacts.filter((one) => {
    const isReachedHere = one.email === '' ? contact.id === recipients[0]?.id : one.email === contact.email;
    return one.id !== contact.id && one[role] && one.name !== '' && isReachedHere;
  });
  return new Intl.ListFormat(of).format([contact, ...sharing].map(({ name }) => name));
}

/** True if another contact has this address. */
export const isAddressTaken = (
  others: readonly { id: string; email: string }[],
  { id, email: address }: { id: string; email: string },
): boolean =>
  address !== '' && others.some((one) => one.id !== id && one.email.toLowerCase() === address.toLowerCase());
