import { isFailure } from '../failure.ts';
import type { Details } from './kept.ts';

export type DetailsField = keyof Details;
export type DetailsErrors = Partial<Record<DetailsField, 'missing' | 'invalid' | 'long'>>;

/** As core/domain/booking.ts has them, whose schemas are too large for this page. What passes here may still be refused there. */
const LIMITS: Record<DetailsField, number> = { name: 120, email: 254, phone: 40, message: 4000 };
const FIELDS = Object.keys(LIMITS) as DetailsField[];

export function validateDetails(details: Details): DetailsErrors {
  const faults: DetailsErrors = {};
  for (const field of FIELDS) if (details[field].trim().length > LIMITS[field]) faults[field] = 'long';
  if (!details.name.trim()) faults.name = 'missing';
  const email = details.email.trim();
  if (!email) faults.email = 'missing';
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email)) faults.email = 'invalid';
  return faults;
}

/** What the server found wrong, by field; null where that was not it. */
export function rejectedFields(error: unknown): DetailsErrors | null {
  if (!isFailure(error, 'validation_failed') || !Array.isArray(error.params['issues'])) return null;
  const faults: DetailsErrors = {};
  for (const { field } of error.params['issues'] as { field: string }[]) {
    const name = FIELDS.find((known) => field === `client.${known}`);
    if (name) faults[name] = 'invalid';
  }
  return Object.keys(faults).length > 0 ? faults : null;
}
