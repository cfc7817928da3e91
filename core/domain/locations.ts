import { z } from 'zod';
import { rowId } from './ids.ts';
import { text } from './primitives.ts';

const locationFields = z.strictObject({
  name: text.trim().min(1).max(120),
  address: text.trim().max(1000),
  notes: text.max(10_000),
});

export const newLocation = locationFields.partial().required({ name: true }).extend({ id: rowId });
export const locationChanges = locationFields.partial();

export const MAX_LOCATIONS = 1000;

/** A place as sessions have it that name none of the studio's: as many characters as theirs may have. */
export function formatLocation({ name, address }: { name: string; address: string }): string {
  return [name, address].filter(Boolean).join(', ').slice(0, 1000);
}
