import type { LivePerson, OpenRecord } from '#core/domain/galleries/live.ts';

/** A person who has a row open. */
export interface PresentPerson {
  id: string;
  name: string;
  /** Index of the person's colour, 0–7. */
  color: number;
}

interface Who {
  people: readonly LivePerson[];
  record: OpenRecord;
  /** Id of this user, who is left out. */
  self: string | undefined;
  /** The team: names as they are now, and who has which colour. */
  members: readonly { userId: string; name: string }[];
  /** Name of a person without one. */
  nameless: string;
}

const COLORS = 8;

/** Returns the others who have a row open, each once and by name. */
export function presentPeople({ people, record, self, members, nameless }: Who): PresentPerson[] {
  // By id: a colour stays when a person changes their name.
  const team = members.toSorted((left, right) => (left.userId < right.userId ? -1 : 1));
  const others = new Map<string, PresentPerson>();
  for (const { id, name: told, place: open } of people) {
    if (open !== record || id === self) continue;
    const index = team.findIndex(({ userId }) => userId === id);
    const name = team[index]?.name || told || nameless;
    others.set(id, { id, name, color: Math.max(0, index) % COLORS });
  }
  return [...others.values()].toSorted((left, right) => left.name.localeCompare(right.name));
}
