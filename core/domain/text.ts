import { z } from 'zod';

/** Whether Postgres takes this as text and as JSON: no NUL, and no half of a surrogate pair. */
export function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\u0000');
}

/** What people write: begin every free text with it, so that what cannot be kept is refused by name, not by the database. */
export const text = z.string().refine(isStorable);
