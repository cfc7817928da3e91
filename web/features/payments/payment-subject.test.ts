import { expect, test } from 'vitest';
import { paymentSubject } from './payment-subject.ts';

const sessionType = { name: 'Portrait by daylight' };

test('names a session by its own name, otherwise by its type', () => {
  expect(paymentSubject({ session: { type: 'Winter glazes', sessionType } })).toBe('Winter glazes');
  expect(paymentSubject({ session: { type: '', sessionType } })).toBe('Portrait by daylight');
});

test('names an order without a session by its gallery', () => {
  expect(paymentSubject({ order: { gallery: { name: 'Casa Ribes' } } })).toBe('Casa Ribes');
  expect(paymentSubject({ session: { type: '' } })).toBeUndefined();
});
