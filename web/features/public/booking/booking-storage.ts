import type { PublicSlot } from '#core/api/booking.ts';
import { readStored, removeStored, writeStored } from '#web/lib/browser/storage.ts';
import type { HoldResponse } from './booking-api.ts';

/** What somebody types about themselves. */
export interface Details {
  name: string;
  email: string;
  phone: string;
  message: string;
}

export const NO_DETAILS: Details = { name: '', email: '', phone: '', message: '' };

/** A slot that is kept for this visitor. */
export interface Hold {
  token: string;
  sessionTypeId: string;
  slot: PublicSlot;
  /** Until when, epoch milliseconds of this device's clock. */
  until: number;
  /** When it was given back, by the same clock: the next one takes its place, should that have gone astray. */
  givenAt?: number;
}

/** As long as core/domain/booking.ts, `HOLD_MS`, which would bring its schemas along. */
const HOLD_MS = 15 * 60 * 1000;

/**
 * A hold that was answered just now. The server's time stands where the two clocks agree; a device whose clock is
 * wrong by more counts from now on, so that nobody is told of hours, or of a time that has passed already.
 */
export function toHold({ token, expiresAt, slot }: HoldResponse, sessionTypeId: string, now: number): Hold {
  const left = expiresAt - now;
  const plausible = left > 0 && left <= HOLD_MS + 60_000;
  return { token, sessionTypeId, slot, until: plausible ? expiresAt : now + HOLD_MS };
}

/*
 * In this window alone and over its reloads: a shared computer tells the next person nothing, and a lost connection
 * or an app that was switched away from costs nobody their words.
 */
const storageKey = (what: 'details' | 'hold', slug: string) => `booking-${what}:${slug}`;

export function readDetails(slug: string): Details {
  const stored = readStored(storageKey('details', slug), 'window') as Partial<Details> | null;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    name: text(stored?.name),
    email: text(stored?.email),
    phone: text(stored?.phone),
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
