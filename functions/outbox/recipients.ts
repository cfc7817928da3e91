import { type ContactRole, type ContactRoles, recipientsOf } from '#core/domain/clients/contacts.ts';
import type { MessageKind } from '#core/domain/messages/messages.ts';
import type { Language } from '#core/domain/values/languages.ts';
import type { Queryable } from '../platform/db/database.ts';

/** A contact of a client. */
export interface Contact extends ContactRoles {
  id: string;
  position: number;
  name: string;
  email: string;
  language: Language | null;
}

/** SQL: the columns of a contact `p` as `Contact`, for a JSON object. */
export const CONTACT_JSON = `json_build_object('id', p.id, 'position', p.position, 'name', p.name, 'email', p.email,
  'language', p.language, 'receives', p.receives, 'chooses', p.chooses, 'signs', p.signs, 'pays', p.pays)`;

/** Returns the contacts of a client, the first one first. */
export async function readContacts(db: Queryable, accountId: string, customerId: string): Promise<Contact[]> {
  return db.query<Contact>(
    `select p.id, p.position, p.name, p.email, p.language, p.receives, p.chooses, p.signs, p.pays
     from customer_contacts p where p.account_id = $1 and p.customer_id = $2 order by p.position, p.id`,
    [accountId, customerId],
  );
}

/** Whose mails are of which kind; all others go to the contacts who receive. */
const ROLES: Readonly<Partial<Record<MessageKind, ContactRole>>> = {
  receipt: 'pays',
  refund_failed: 'pays',
  payment_request: 'pays',
  instalment_due: 'pays',
  instalment_overdue: 'pays',
  contract_to_sign: 'signs',
  contract_reminder: 'signs',
  contract_signed: 'signs',
  proposal_sent: 'signs',
  proposal_reminder: 'signs',
};

export const roleOfKind = (kind: MessageKind): ContactRole => ROLES[kind] ?? 'receives';

/** Returns the contacts who get a mail of a kind. */
export const recipientsOfKind = (contacts: readonly Contact[], kind: MessageKind): Contact[] =>
  recipientsOf(contacts, roleOfKind(kind));
