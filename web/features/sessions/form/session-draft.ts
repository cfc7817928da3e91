import { z } from 'zod';
import { rowId } from '#core/domain/values/ids.ts';
import { instant } from '#core/domain/values/primitives.ts';
import { duration } from '#core/domain/sessions/sessions.ts';
import { type Amount, priceForm } from '#web/lib/forms/amount.ts';
import { typedChoice, typedNumber } from '#web/lib/forms/typed.ts';
import { dateInput, readDateInput } from '#web/lib/format/wall-clock.ts';
import type { SessionTypeRow } from '../types.ts';

/** Values of the new session form. */
export interface SessionDraft {
  customerId: string | null;
  /** Empty without a session type. */
  typeId: string;
  /** Own name; empty to use the type's name. */
  name: string;
  date: string;
  duration: string;
  photographerId: string;
  locationId: string | null;
  location: string;
  price: Amount;
  deposit: Amount;
  notes: string;
  status: 'inquiry' | 'scheduled' | 'confirmed';
  notify: boolean;
}

/** Applies the defaults of a session type. Fields that the type leaves open keep their values. */
export function applyType(draft: SessionDraft, type: SessionTypeRow | undefined): SessionDraft {
  if (!type) return { ...draft, typeId: '' };
  return {
    ...draft,
    typeId: type.id,
    duration: String(type.duration),
    photographerId: type.photographerId ?? draft.photographerId,
    price: type.price?.price ?? draft.price,
    deposit: type.price ? type.price.deposit || null : draft.deposit,
  };
}

/**
 * Reads time fields: a date in the studio's zone, and minutes.
 * @param zone the studio's zone
 */
export const timeForm = (zone: string) =>
  z.object({
    date: z
      .string()
      .transform((typed) => readDateInput(typed, zone))
      .pipe(instant),
    duration: typedNumber.pipe(duration),
  });

/**
 * Reads the form for the mutator, and the price of the session.
 * @param zone the studio's zone
 */
export const sessionForm = (zone: string) =>
  priceForm
    .safeExtend({
      ...timeForm(zone).shape,
      customerId: rowId,
      typeId: typedChoice,
      photographerId: typedChoice,
      name: z.string().trim(),
      locationId: z.string().nullable(),
      location: z.string().trim(),
      notes: z.string(),
      status: z.enum(['inquiry', 'scheduled', 'confirmed']),
    })
    .transform(({ typeId: sessionTypeId, name: type, price, deposit, ...session }) => ({
      session: { ...session, sessionTypeId, type },
      billing: price === null ? null : { price, deposit },
    }));

export const EMPTY_DRAFT: SessionDraft = {
  customerId: null,
  typeId: '',
  name: '',
  date: '',
  duration: '60',
  photographerId: '',
  locationId: null,
  location: '',
  price: null,
  deposit: null,
  notes: '',
  status: 'scheduled',
  notify: false,
};

/** Reads initial values from the query parameters and ignores unknown ones. */
export function draftFromSearchParams(params: URLSearchParams, zone: string): Partial<SessionDraft> {
  const [client, date] = [params.get('client'), Number(params.get('date') ?? Number.NaN)];
  return {
    ...(client && rowId.safeParse(client).success ? { customerId: client } : {}),
    ...(Number.isSafeInteger(date) && date > 0 && date < 4_102_444_800_000 ? { date: dateInput(date, zone) } : {}),
  };
}
