import { expect, it } from 'vitest';
import { mergeCustomerFields, type CustomerFields } from './customers.ts';

const nameOnly: CustomerFields = {
  name: 'Ada',
  email: '',
  phone: '',
  address: '',
  taxId: '',
  notes: '',
  language: null,
  tags: [],
};

it('keeps the target’s values and fills the rest from the first customer that has them', () => {
  const kept = { ...nameOnly, phone: '600' };
  const others: CustomerFields[] = [
    { ...nameOnly, name: 'Ada L.', phone: '611', email: 'first@example.org' },
    { ...nameOnly, email: 'second@example.org', language: 'ca', taxId: '1Z', address: 'Gran Via 1' },
  ];
  expect(mergeCustomerFields(kept, others)).toEqual({
    name: 'Ada',
    phone: '600',
    email: 'first@example.org',
    language: 'ca',
    taxId: '1Z',
    address: 'Gran Via 1',
    notes: '',
    tags: [],
  });
});

it('unites tags regardless of case, and appends each note once', () => {
  const kept = { ...nameOnly, tags: ['VIP'], notes: 'Two dogs\n' };
  const others = [
    { ...nameOnly, tags: ['vip', 'Boda'], notes: 'Two dogs' },
    { ...nameOnly, tags: ['boda'], notes: 'Late' },
  ];
  expect(mergeCustomerFields(kept, others)).toMatchObject({ tags: ['VIP', 'Boda'], notes: 'Two dogs\n\nLate' });
});
