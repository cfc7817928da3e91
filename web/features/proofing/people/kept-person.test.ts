import { expect, test } from 'vitest';
import type { PersonRow } from '../types.ts';
import { keptPerson } from './kept-person.ts';

const person = (id: string, values: object = {}) =>
  ({ id, role: 'guest', name: '', createdAt: 0, ...values }) as PersonRow;
const invited = person('invited', { role: 'client', grant: { status: 'sent' }, createdAt: 9 });
const revoked = person('revoked', { role: 'client', grant: { status: 'revoked' }, name: 'Ana', createdAt: 1 });
const named = person('named', { name: 'Ana', createdAt: 2 });
const earliest = person('earliest');

test.each([
  ['the one with a valid invitation', [earliest, named, revoked, invited], 'invited'],
  ['an invited one rather than a guest', [named, revoked], 'revoked'],
  ['the guest with a name', [earliest, named], 'named'],
  ['the earliest of equal ones', [person('later', { createdAt: 5 }), earliest], 'earliest'],
])('keeps %s', (_what, people, kept) => {
  expect(keptPerson(people)?.id).toBe(kept);
});
