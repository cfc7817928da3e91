import { describe, expect, it } from 'vitest';
import { findDuplicates } from './find-duplicates.ts';

const one = (id: string, values: object = {}) => ({ id, name: id, email: '', phone: '', ...values });
const found = (customers: ReturnType<typeof one>[]) =>
  findDuplicates(customers).map(({ customers: group, alike }) => [group.map(({ id }) => id), alike]);

it('groups clients with the same email, phone or name', () => {
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

it('groups a client that matches two others with both', () => {
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

it('ignores empty values and short numbers', () => {
  expect(
    found([one('a', { phone: '1' }), one('b', { phone: '1' }), one('c', { name: '—' }), one('d', { name: '…' })]),
  ).toEqual([]);
});

describe('with pairs marked as different', () => {
  const known =
    (...pairs: string[]) =>
    (left: string, right: string) =>
      pairs.includes([left, right].toSorted().join(''));
  const alike = ['a', 'b', 'c'].map((id) => one(id, { name: 'Núria Soler' }));
  const namesOf = (...pairs: string[]) =>
    findDuplicates(alike, known(...pairs)).map(({ customers }) => customers.map(({ id }) => id).join(''));

  it('splits the group into the pairs that may be the same', () => {
    expect(namesOf()).toEqual(['abc']);
    expect(namesOf('ab')).toEqual(['ac', 'bc']);
    expect(namesOf('ab', 'bc')).toEqual(['ac']);
    expect(namesOf('ab', 'ac', 'bc')).toEqual([]);
  });

  it('does not pair clients linked only by a third one', () => {
    const chain = [
      one('a', { email: 'ada@example.org' }),
      one('b', { phone: '600112233' }),
      one('c', { email: 'ada@example.org', phone: '600112233' }),
    ];
    expect(findDuplicates(chain, known('ac'))).toEqual([{ customers: [chain[1], chain[2]], alike: ['phone'] }]);
  });
});
