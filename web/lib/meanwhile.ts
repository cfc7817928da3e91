import { useState } from 'react';

/** What people write: of what they choose or switch, the last word stands. */
function textsOf<T extends object>(saved: T): (keyof T)[] {
  return (Object.keys(saved) as (keyof T)[]).filter((name) => typeof saved[name] === 'string');
}

/**
 * By field, the stored value that what stands in the form was made from: the one that was there when it was last the
 * same. The same object as `bases` where nothing has changed.
 */
export function basesAfter<T extends object>(bases: T, saved: T, current: T): T {
  const settled = textsOf(saved).filter((name) => current[name] === saved[name] && bases[name] !== saved[name]);
  if (settled.length === 0) return bases;
  return { ...bases, ...Object.fromEntries(settled.map((name) => [name, saved[name]])) };
}

/** Fields that were typed in here and that somebody else has saved since, with what they saved. */
export function changedMeanwhile<T extends object>(bases: T, saved: T, current: T): Partial<T> {
  const changed = textsOf(saved).filter((name) => {
    const [base, theirs, mine] = [bases[name], saved[name], current[name]];
    return theirs !== base && mine !== base && mine !== theirs;
  });
  return Object.fromEntries(changed.map((name) => [name, saved[name]])) as Partial<T>;
}

/**
 * Watches the texts of a form for what two people write at once: the last write must be nobody's silent loss.
 * @param saved what is stored now
 * @param current what stands in the form
 * @returns by field, what somebody else saved while it was typed in here; a Field shows it
 */
export function useMeanwhile<T extends object>(saved: T, current: T): Partial<T> {
  const [bases, setBases] = useState(saved);
  const next = basesAfter(bases, saved, current);
  if (next !== bases) setBases(next);
  return changedMeanwhile(next, saved, current);
}
