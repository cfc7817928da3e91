import type { PublicSlot } from '#core/api/booking.ts';
import { readStored, removeStored, writeStored } from '#web/lib/browser/storage.ts';
import type { HoldResponse } from './booking-api.ts';

/** Contact details of the booking form. */
export interface Details {
  name: string;
  email: string;
  phone: string;
  /** Asked for where the type's contract names it. */
  address: string;
  /** Asked for where the type asks for a second person. */
  secondName: string;
  secondEmail: string;
  message: string;
}

/** A slot held for this visitor. */
export interface Hold {
  token: string;
  sessionTypeId: string;
  slot: PublicSlot;
  /** Expiry time, epoch milliseconds of this device's clock. */
  until: number;
  /**
   * Release time, epoch milliseconds of this device's clock. The next hold names this one, in case the release was
   * lost.
   */
  givenAt?: number;
}

/** Hold duration, equal to `HOLD_MS` of core/domain/sessions/booking.ts. Importing that module would bundle its schemas. */
const HOLD_MS = 15 * 60 * 1000;

/**
 * Converts a hold response that arrived at `now`, epoch milliseconds of this device. Uses the server's expiry if the
 * two clocks agree. Otherwise the device clock is wrong and the full hold duration counts from `now`.
 */
export function toHold({ token, expiresAt, slot }: HoldResponse, sessionTypeId: string, now: number): Hold {
  const remaining = expiresAt - now;
  const plausible = remaining > 0 && remaining <= HOLD_MS + 60_000;
  return { token, sessionTypeId, slot, until: plausible ? expiresAt : now + HOLD_MS };
}

/*
 * sessionStorage belongs to one window and survives reloads: a shared computer shows nothing to the next person, and a
 * lost connection or an app switch loses no input.
 */
const storageKey = (what: 'details' | 'hold', slug: string) => `booking-${what}:${slug}`;

export function readDetails(slug: string): Details {
  const stored = readStored(storageKey('details', slug), 'window') as Partial<Details> | null;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    name: text(stored?.name),
    email: text(stored?.email),
    phone: text(stored?.phone),
    address: text(stored?.address),
    secondName: text(stored?.secondName),
    secondEmail: text(stored?.secondEmail),
    message: text(stored?.message),
  };
}

export const storeDetails = (slug: string, details: Details) =>
  writeStored(storageKey('details', slug), details, 'window');
export const clearDetails = (slug: string) => removeStored(storageKey('details', slug), 'window');

export function readHold(slug: string): Hold | null {
  const stored = readStored(storageKey('hold', slug), 'window') as Partial<Hold> | null;
  return typeof stored?.token === 'string' && stored.slot && stored.until ? (stored as Hold) : null;
}

export const storeHold = (slug: string, hold: Hold) => writeStored(storageKey('hold', slug), hold, 'window');
export const clearHold = (slug: string) => removeStored(storageKey('hold', slug), 'window');
