import type { PersonRow } from '../types.ts';

/**
 * Returns the person that others are merged into: one with a valid invitation, else one with any, else the one with a
 * name or the earliest; undefined without people.
 */
export function keptPerson(people: readonly PersonRow[]): PersonRow | undefined {
  const rank = ({ role, grant, name }: PersonRow) =>
    (role === 'client' ? 4 : 0) + (grant && grant.status !== 'revoked' ? 2 : 0) + (name === '' ? 0 : 1);
  return people.toSorted((a, b) => rank(b) - rank(a) || a.createdAt - b.createdAt)[0];
}
