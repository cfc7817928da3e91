import { addresseeName, type ContactRoles, sortContacts } from '#core/domain/clients/contacts.ts';
import type { Language } from '#core/domain/values/languages.ts';

interface Contact extends ContactRoles {
  id: string;
  position: number;
  name: string;
  email: string;
  language: Language | null;
}

interface Client {
  name: string;
  language: Language | null;
  contacts: readonly Contact[];
}

/** A contact of a gallery's client who can be invited. */
export interface Invitee {
  id: string;
  name: string;
  email: string;
  /** Whom the mail greets. */
  label: string;
  /** Null: the client's or the studio's. */
  language: Language | null;
  receives: boolean;
  chooses: boolean;
  isInvited: boolean;
}

/**
 * Returns the contacts of a client who have an address, the first one first. If none of them receives, the first one does.
 * @param invited addresses with an invitation
 */
export function listInvitees(client: Client | null, invited: readonly string[], ofStudio: Language): Invitee[] {
  if (!client) return [];
  const reachable = sortContacts(client.contacts).filter(({ email }) => email !== '');
  const isReceived = reachable.some(({ receives }) => receives);
  return reachable.map((contact, index) => {
    const { id, email, chooses } = contact;
    const language = contact.language ?? client.language;
    const greeted = { id, role: 'receives' as const, language: language ?? ofStudio };
    return {
      id,
      email,
      name: contact.name || client.name,
      label: addresseeName(client.contacts, greeted) || client.name,
      language,
      receives: isReceived ? contact.receives : index === 0,
      chooses: chooses || reachable.length === 1,
      isInvited: invited.includes(email),
    };
  });
}
