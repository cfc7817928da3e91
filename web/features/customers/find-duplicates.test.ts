import { describe, expect, it } from 'vitest';
import { findDuplicates } from './find-duplicates.ts';

const one = (id: string, values: object = {}) => ({ id, name: id, email: '', phone: '', ...values });
const found = (customers: ReturnType<typeof one>[]) =>
  findDuplicates(customers).map(({ customers: group, alike }) => [group.map(({ id }) => id), alike]);

it('the same e-mail, telephone or name makes one of several', () => {
  expect(
    found([
      one('a', { email: 'ada@example.org' }),
      one('b', { email: 'ADA@example.org' }),
      one('c', { phone: '+34 600 11 22 33' }),
      one('d', { phone: '600112233' }),
      one('e', { name: 'Núria Sòria' }),
      one('f', { name: 'soria,  nuria' }),
      one('g'),
    ]),
  ).toEqual([
    [['a', 'b'], ['email']],
    [['c', 'd'], ['phone']],
    [['e', 'f'], ['name']],
  ]);
});

it('who is alike to two of them is of one group with both', () => {
  const group = [
    one('a', { email: 'ada@example.org' }),
    one('b', { phone: '600112233' }),
    one('c', { email: 'ada@example.org', phone: '600112233', name: 'B' }),
  ];
  expect(found(group)).toEqual([
    [
      ['a', 'b', 'c'],
      ['email', 'phone', 'name'],
    ],
  ]);
});

it('what is not said, and numbers too short to be anybody’s, make nobody alike', () => {
  expect(
    found([one('a', { phone: '1' }), one('b', { phone: '1' }), one('c', { name: '—' }), one('d', { name: '…' })]),
  ).toEqual([]);
});

describe('where some are known to be different', () => {
  const known =
    (...pairs: string[]) =>
    (left: string, right: string) =>
      pairs.includes([left, right].toSorted().join(''));
  const alike = ['a', 'b', 'c'].map((id) => one(id, { name: 'Núria Soler' }));
  const namesOf = (...pairs: string[]) =>
    findDuplicates(alike, known(...pairs)).map(({ customers }) => customers.map(({ id }) => id).join(''));

  it('they are not proposed again, and the others are with each of them', () => {
    expect(namesOf()).toEqual(['abc']);
    expect(namesOf('ab')).toEqual(['ac', 'bc']);
    expect(namesOf('ab', 'bc')).toEqual(['ac']);
    expect(namesOf('ab', 'ac', 'bc')).toEqual([]);
  });

  it('two who have nothing in common but a third are no pair', () => {
    const chain = [
      one('a', { email: 'ada@example.org' }),
      one('b', { phone: '600112233' }),
      one('c', { email: 'ada@example.org', phone: '600112233' }),
    ];
    expect(findDuplicates(chain, known('ac'))).toEqual([{ customers: [chain[1], chain[2]], alike: ['phone'] }]);
  });
});
