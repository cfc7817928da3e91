import { expect, it } from 'vitest';
import type { LivePerson } from '#core/domain/galleries/live.ts';
import { presentPeople } from './present-people.ts';

const person = (id: string, place = 'customer:1', name = id): LivePerson => ({ id, name, place });
const present = (people: readonly LivePerson[], members: readonly { userId: string; name: string }[] = []) =>
  presentPeople({ people, record: 'customer:1', self: 'me', members, nameless: 'Somebody' });

it('names the others with the same record open, each once', () => {
  const elsewhere = [person('Joan', 'customer:2'), person('Nil', '')];
  const people = [person('me'), person('Pau'), person('Marta'), person('Pau'), ...elsewhere];
  expect(present(people).map(({ name }) => name)).toEqual(['Marta', 'Pau']);
});

it('prefers the current name of a member, and has one for a person without any', () => {
  const people = [person('a', undefined, 'Old name'), person('b', undefined, '')];
  const members = [
    { userId: 'b', name: '' },
    { userId: 'a', name: 'New name' },
  ];
  expect(present(people, members).map(({ name }) => name)).toEqual(['New name', 'Somebody']);
});

it('gives the members of a team different colours, whatever their names', () => {
  const members = ['c', 'a', 'b'].map((userId) => ({ userId, name: userId }));
  const people = ['a', 'b', 'c'].map((id) => person(id));
  expect(present(people, members).map(({ color }) => color)).toEqual([0, 1, 2]);
  expect(present(people, members.toReversed()).map(({ color }) => color)).toEqual([0, 1, 2]);
});
