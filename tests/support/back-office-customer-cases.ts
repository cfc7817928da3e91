import { EVERYONE, now, PHOTOGRAPHERS, STUDIO, update, type MutationCase } from './back-office-case.ts';
import { ADDED_ROLES } from '#core/domain/clients/contacts.ts';
import { listPairs } from '#core/domain/clients/customers.ts';
import { newId } from './rows.ts';

const writing = { may: PHOTOGRAPHERS, needs: ['customers.write'], stranger: 'not_found' } as const;
const ids = (...customers: string[]) => ({ ids: customers, now });
const nora = () => ({ id: newId(), name: 'Nora', email: 'nora@example.org' });
const marc = () => ({ id: newId(), name: 'Marc', email: '', phone: '611', language: null, ...ADDED_ROLES });
const filled = (id: string) => ({ id, fields: { name: 'Nora', phone: '611', notes: 'Prefers mornings' } });

/** Mutators of clients. */
export const CUSTOMER_CASES: Readonly<Record<string, MutationCase>> = {
  'customers.create': { ...writing, args: () => ({ id: newId(), name: 'Nora', now }), stranger: 'done' },
  'customers.update': { ...writing, args: ({ customerId }) => update(customerId, { name: 'Nora' }) },
  'customers.setNotes': {
    args: ({ customerId }) => ({ id: customerId, notes: 'Prefers mornings', base: '', now }),
    may: EVERYONE,
    needs: ['customers.note'],
    stranger: 'not_found',
  },
  'customers.setTags': {
    ...writing,
    args: ({ customerId }) => ({ ...ids(customerId), add: ['vip'], remove: [] }),
    mixed: (own, foreign) => [{ ...ids(own.customerId, foreign.customerId), add: ['vip'], remove: [] }],
  },
  'customers.trash': {
    ...writing,
    args: ({ customerId }) => ids(customerId),
    mixed: (own, foreign) => [ids(own.customerId, foreign.customerId)],
  },
  'customers.restore': {
    ...writing,
    args: ({ trashedCustomerId }) => ids(trashedCustomerId),
    mixed: (own, foreign) => [ids(own.trashedCustomerId, foreign.trashedCustomerId)],
  },
  'customers.importMany (new)': { ...writing, args: () => ({ create: [nora()], fill: [], now }), stranger: 'done' },
  'customers.importMany (there already)': {
    ...writing,
    args: ({ customerId }) => ({ create: [nora()], fill: [filled(customerId)], now }),
    mixed: (own, foreign) => [
      { create: [nora()], fill: [filled(own.customerId), filled(foreign.customerId)], now },
      { create: [nora()], fill: [filled(foreign.customerId)], now },
    ],
  },
  'customers.merge': {
    ...writing,
    args: ({ customerId, doubleCustomerId }) => ({ keepId: doubleCustomerId, mergeIds: [customerId], now }),
    mixed: (own, foreign) => [
      { keepId: own.customerId, mergeIds: [own.doubleCustomerId, foreign.customerId], now },
      { keepId: foreign.customerId, mergeIds: [own.doubleCustomerId], now },
    ],
  },
  'customers.markDistinct': {
    ...writing,
    args: ({ customerId, doubleCustomerId }) => ({ pairs: listPairs([customerId, doubleCustomerId]), now }),
    mixed: (own, foreign) => [
      { pairs: listPairs([own.customerId, foreign.customerId]), now },
      { pairs: listPairs([own.customerId, own.doubleCustomerId, foreign.customerId]), now },
    ],
  },
  'customers.unmarkDistinct': {
    ...writing,
    args: ({ customerId, trashedCustomerId }) => ({ pairs: listPairs([customerId, trashedCustomerId]), now }),
    mixed: (own, foreign) => [
      {
        pairs: [
          ...listPairs([own.customerId, own.trashedCustomerId]),
          ...listPairs([foreign.customerId, foreign.trashedCustomerId]),
        ],
        now,
      },
    ],
  },
  'contacts.add': {
    ...writing,
    args: ({ customerId }) => ({ ...marc(), customerId, now }),
  },
  'contacts.update': { ...writing, args: ({ contactId }) => update(contactId, { name: 'Anna', pays: true }) },
  'contacts.makeFirst': { ...writing, args: ({ contactId }) => ({ id: contactId, now }) },
  'contacts.remove': { ...writing, args: ({ contactId }) => ({ id: contactId, now }) },
  'clientLinks.revoke': {
    ...writing,
    args: ({ clientLinkId }) => ids(clientLinkId),
    mixed: (own, foreign) => [ids(own.clientLinkId, foreign.clientLinkId)],
  },
  'leads.setStatus': {
    ...writing,
    args: ({ leadId }) => ({ ...ids(leadId), to: 'spam' }),
    mixed: (own, foreign) => [{ ...ids(own.leadId, foreign.leadId), to: 'spam' }],
  },
  'leads.accept': {
    ...writing,
    args: ({ leadId }) => ({ id: leadId, customerId: newId(), now }),
  },
  'leads.accept (with a session)': {
    ...writing,
    needs: ['customers.write', 'sessions.write'],
    args: ({ leadId }) => ({
      id: leadId,
      customerId: newId(),
      session: { id: newId(), date: 1_800_000_000_000, duration: 60 },
      now,
    }),
  },
  'leads.remove': {
    ...writing,
    args: ({ leadId }) => ids(leadId),
    mixed: (own, foreign) => [ids(own.leadId, foreign.leadId)],
  },
  'customers.erase': {
    args: ({ customerId }) => ({ id: customerId, now }),
    may: STUDIO,
    needs: ['account.update', 'customers.write'],
    stranger: 'not_found',
  },
};
