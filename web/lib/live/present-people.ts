import type { LivePerson, Place } from '#core/domain/live.ts';

/** Somebody who has a row open. */
export interface PresentPerson {
  id: string;
  name: string;
  /** Index of the person's colour, 0–7. */
  color: number;
}

interface Who {
  people: readonly LivePerson[];
  place: Place;
  /** Id of this user, who is left out. */
  self: string | undefined;
  /** Current names by user id, which the server's may be behind. */
  names: ReadonlyMap<string, string>;
  /** Name of a person without one. */
  nameless: string;
}

/** Returns the others who have a row open, each once and by name. */
export function presentPeople({ people, place, self, names, nameless }: Who): PresentPerson[] {
  const others = new Map<string, PresentPerson>();
  for (const person of people) {
    if (person.place !== place || person.id === self) continue;
    const name = names.get(person.id) || person.name || nameless;
    others.set(person.id, { id: person.id, name, color: colorOf(person.id) });
  }
  return [...others.values()].toSorted((left, right) => left.name.localeCompare(right.name));
}

const COLORS = 8;

/** The same colour on every screen and device. */
function colorOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum += letter.codePointAt(0) ?? 0;
  return sum % COLORS;
}
