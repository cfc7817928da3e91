import { expect, it } from 'vitest';
import { ADDED_ROLES, ALL_ROLES } from '#core/domain/clients/contacts.ts';
import { listInvitees } from './invitees.ts';

const contact = { language: null, name: '' };
const anna = { ...contact, ...ALL_ROLES, id: 'a', position: 0, email: 'anna@example.org' };
const marc = { ...contact, ...ADDED_ROLES, id: 'b', position: 1, name: 'Marc', email: 'marc@example.org' };
const client = (...contacts: (typeof anna)[]) => ({ name: 'Anna & Marc', language: 'ca' as const, contacts });

it('contacts with an address can be invited, those who receive are ticked', () => {
  const books = { ...marc, id: 'c', position: 2, name: 'Books', email: 'books@example.org', receives: false };
  expect(listInvitees(client(marc, anna, books), ['marc@example.org'], 'en')).toMatchObject([
    { id: 'a', name: 'Anna & Marc', label: 'Anna & Marc', receives: true, isInvited: false, language: 'ca' },
    { id: 'b', name: 'Marc', label: 'Marc', receives: true, isInvited: true },
    { id: 'c', receives: false },
  ]);
  expect(listInvitees(client({ ...anna, email: '' }), [], 'en')).toEqual([]);
  expect(listInvitees(null, [], 'en')).toEqual([]);
});

it('a contact is ticked although nobody receives, and the only contact chooses', () => {
  const [first] = listInvitees(client({ ...anna, receives: false, chooses: false }), [], 'en');
  expect(first).toMatchObject({ receives: true, chooses: true });
});

it('the mail greets both of a couple with one address', () => {
  const couple = client({ ...anna, name: 'Anna' }, { ...marc, email: '' });
  expect(listInvitees(couple, [], 'en')).toMatchObject([{ name: 'Anna', label: 'Anna i Marc' }]);
});
