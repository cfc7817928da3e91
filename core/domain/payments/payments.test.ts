import { expect, test } from 'vitest';
import { z } from 'zod';
import { ofOneOwner, orderIdOf } from './payments.ts';

const [sessionId, orderId] = ['a'.repeat(20), 'b'.repeat(20)];

test('arguments name a session or an order, never both or none', () => {
  const args = ofOneOwner({ amount: z.number() });
  expect(args.parse({ sessionId, amount: 1 })).toEqual({ sessionId, amount: 1 });
  expect(args.parse({ orderId, amount: 1 })).toEqual({ orderId, amount: 1 });
  for (const wrong of [{ amount: 1 }, { sessionId, orderId, amount: 1 }, { sessionId, amount: 1, accountId: 'a' }]) {
    expect(args.safeParse(wrong).success).toBe(false);
  }
});

test('the order of a session has the session’s id', () => {
  expect(orderIdOf({ sessionId, orderId: null })).toBe(sessionId);
  expect(orderIdOf({ sessionId: null, orderId })).toBe(orderId);
});
