import { expect, it } from 'vitest';
import type { LivePerson } from '#core/domain/live.ts';
import { presentPeople } from './present-people.ts';

const person = (id: string, place: string, name = id): LivePerson => ({ id, name, place });
const namesOf = (people: readonly LivePerson[], names = new Map<string, string>()) =>
  presentPeople({ people, place: 'customer:1', self: 'me', names, nameless: 'Somebody' }).map(({ name }) => name);

it('names the others at the same place, each once', () => {
  const people = [
    person('me', 'customer:1'),
    person('Pau', 'customer:1'),
    person('Marta', 'customer:1'),
    person('Pau', 'customer:1'),
    person('Joan', 'customer:2'),
    person('Nil', ''),
  ];
  expect(namesOf(people)).toEqual(['Marta', 'Pau']);
});

it('prefers the current name of a member, and has one for a person without any', () => {
  const people = [person('a', 'customer:1', 'Old name'), person('b', 'customer:1', '')];
  expect(namesOf(people, new Map([['a', 'New name']]))).toEqual(['New name', 'Somebody']);
});
