import { z } from 'zod';
import { rowId, userId } from './ids.ts';
import { money, text } from './primitives.ts';
import { duration } from './sessions.ts';

/** Fields of a session type; its price is apart, for those who may see money. */
const sessionTypeFields = z.strictObject({
  name: text.trim().min(1).max(120),
  description: text.trim().max(4000),
  /** Minutes. */
  duration,
  /** Clients that one slot takes. */
  maxClients: z.number().int().min(1).max(1000),
  color: z.string().regex(/^#[0-9A-Fa-f]{6}$/),
  /** Whose sessions they become; null: whoever takes them. */
  photographerId: userId.nullable(),
  isBookable: z.boolean(),
  requiresApproval: z.boolean(),
});

export const newSessionType = sessionTypeFields.partial().required({ name: true }).extend({ id: rowId });
export const sessionTypeChanges = sessionTypeFields.partial();

/** Minor units; the deposit is a part of the price. */
export const sessionTypePrice = z
  .strictObject({ price: money, deposit: money })
  .refine(({ price, deposit }) => deposit <= price, { path: ['deposit'] });

/** More kinds of sessions than this nobody tells apart. */
export const MAX_SESSION_TYPES = 500;

/** Spec §3. */
export const SESSION_TYPE_DEFAULTS = { duration: 60, maxClients: 1, color: '#000000' } as const;

/** Offered one after the other to new types, so that the calendar tells them apart. */
export const SESSION_TYPE_COLORS = ['#84452a', '#35643e', '#2a5a84', '#7a4a7d', '#8a6a1f', '#3d6b6b'] as const;
