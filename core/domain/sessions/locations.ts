import { z } from 'zod';
import { rowId } from '../values/ids.ts';
import { line, text } from '../values/primitives.ts';

const locationFields = z.strictObject({
  name: line.min(1).max(120),
  address: text.trim().max(1000),
  notes: text.max(10_000),
});

export const newLocation = locationFields.partial().required({ name: true }).extend({ id: rowId });
export const locationChanges = locationFields.partial();

export const MAX_LOCATIONS = 1000;

/**
 * Returns a location as free text, for sessions that do not refer to it; at most as long as a session's field allows.
 */
export function formatLocation({ name, address }: { name: string; address: string }): string {
  return [name, address].filter(Boolean).join(', ').slice(0, 1000);
}
