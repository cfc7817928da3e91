import type { Capability, Role } from '#core/domain/roles.ts';
import type { Args, Outcome } from './back-office.ts';
import type { Rows } from './back-office-rows.ts';

/** One way of calling a mutator, and who may. Said here in full, and not asked of the product's own table. */
export interface MutationCase {
  args: (rows: Rows) => Args;
  may: readonly Role[];
  needs: readonly Capability[];
  /** What the owner of another account gets for the very same call. */
  stranger: Outcome;
  /** The caller's own rows, each time with one id of another account among them. */
  mixed?: (own: Rows, foreign: Rows) => Args[];
  /** It only says whether it may be: the rows are the effect's, see functions/zero/effects.ts. */
  leavesRowsToEffect?: true;
}

/** One way of asking a query, and who is answered. */
export interface QueryCase {
  args: (rows: Rows) => Args;
  may: readonly Role[];
  needs: readonly Capability[];
  /** Keys of the rows that are there to be seen; of rows without an id, their setting's key, their person or photo. */
  shows: (rows: Rows) => string[];
}

export const STUDIO = ['owner', 'admin'] as const;
export const PHOTOGRAPHERS = [...STUDIO, 'photographer'] as const;
export const EVERYONE = [...PHOTOGRAPHERS, 'assistant'] as const;

/** What a client says the time is. */
export const now = 1_000;
export const update = (id: string, changes: object) => ({ id, changes, now }) as Args;
export const bulk = (galleryId: string, photoIds: string[]) => ({ galleryId, photoIds, now });
