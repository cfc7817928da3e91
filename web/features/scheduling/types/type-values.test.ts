import { describe, expect, it } from 'vitest';
import { newSessionType } from '#core/domain/sessions/session-types.ts';
import { emptyType, typeForm, type TypeValues } from './type-values.ts';

const good: TypeValues = { ...emptyType(0), name: ' Family ', price: 12_000, deposit: 3_000 };

describe('session type form', () => {
  it('converts values for the mutators', () => {
    const { details, price } = typeForm.parse({ ...good, duration: '90', photographerId: '' });
    expect(details).toMatchObject({ name: 'Family', duration: 90, maxClients: 1, photographerId: null });
    expect(price).toEqual({ price: 12_000, deposit: 3_000 });
    expect(newSessionType.safeParse({ id: 'a'.repeat(20), ...details }).success).toBe(true);
  });

  it.each([
    ['name', { name: ' ' }],
    ['duration', { duration: '' }],
    ['duration', { duration: 'an hour' }],
    ['duration', { duration: '10081' }],
    ['maxClients', { maxClients: '0' }],
    ['color', { color: 'red' }],
    ['deposit', { price: 100, deposit: 101 }],
    ['deposit', { price: null, deposit: 1 }],
    ['deposit', { deposit: 'abc' }],
    ['price', { price: 2 ** 31 }],
    ['price', { price: 'CHF' }],
  ])('reports %s as invalid in %j', (field, changes) => {
    const { error } = typeForm.safeParse({ ...good, deposit: null, ...changes });
    expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });

  it('assigns different colours to new types', () => {
    expect(new Set([0, 1, 2].map((present) => emptyType(present).color)).size).toBe(3);
    expect(typeForm.safeParse({ ...emptyType(99), name: 'x' }).success).toBe(true);
  });
});
