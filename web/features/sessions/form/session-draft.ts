import type { z } from 'zod';
import { rowId } from '#core/domain/ids.ts';
import type { newSession } from '#core/domain/sessions.ts';
import type { Amount } from '#web/lib/forms/amount.ts';
import { dateInput, readDateInput } from '#web/lib/format/wall-clock.ts';
import type { SessionTypeRow } from '../types.ts';
import { readDuration } from './time-fields.tsx';

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

/** Returns the mutator's arguments; null while required fields are missing. */
export function readDraft(draft: SessionDraft, zone: string): Omit<z.input<typeof newSession>, 'id'> | null {
  const [date, duration] = [readDateInput(draft.date, zone), readDuration(draft.duration)];
  if (!draft.customerId || date === null || duration === null) return null;
  return {
    customerId: draft.customerId,
    date,
    duration,
    sessionTypeId: draft.typeId || null,
    photographerId: draft.photographerId || null,
    type: draft.name.trim(),
    locationId: draft.locationId,
    location: draft.location.trim(),
    notes: draft.notes,
    status: draft.status,
  };
}

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
