import { expect, it } from 'vitest';
import { mergeCustomerFields, type CustomerFields } from './customers.ts';

const nobody: CustomerFields = {
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
  const kept = { ...nobody, phone: '600' };
  const others: CustomerFields[] = [
    { ...nobody, name: 'Ada L.', phone: '611', email: 'first@example.org' },
    { ...nobody, email: 'second@example.org', language: 'ca', taxId: '1Z', address: 'Gran Via 1' },
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
  const kept = { ...nobody, tags: ['VIP'], notes: 'Two dogs\n' };
  const others = [
    { ...nobody, tags: ['vip', 'Boda'], notes: 'Two dogs' },
    { ...nobody, tags: ['boda'], notes: 'Late' },
  ];
  expect(mergeCustomerFields(kept, others)).toMatchObject({ tags: ['VIP', 'Boda'], notes: 'Two dogs\n\nLate' });
});
