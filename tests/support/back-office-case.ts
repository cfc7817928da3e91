import type { Capability, Role } from '#core/domain/studio/roles.ts';
import type { Args, Outcome } from './back-office.ts';
import type { Rows } from './back-office-rows.ts';

/** One call of a mutator, and the roles allowed to make it. Written out, not derived from the product's own table. */
export interface MutationCase<Of = Rows> {
  args: (rows: Of) => Args;
  may: readonly Role[];
  needs: readonly Capability[];
  /** Result of the same call by the owner of another account. */
  stranger: Outcome;
  /** Variants with the caller's own rows and one id of another account among them. */
  mixed?: (own: Of, foreign: Of) => Args[];
}

/** One call of a query, and the roles that get rows. */
export interface QueryCase<Of = Rows> {
  args: (rows: Of) => Args;
  may: readonly Role[];
  needs: readonly Capability[];
  /** Keys of the visible rows; for rows without an id, their setting key, user id or photo id. */
  shows: (rows: Of) => string[];
}

export const STUDIO = ['owner', 'admin'] as const;
export const PHOTOGRAPHERS = [...STUDIO, 'photographer'] as const;
export const EVERYONE = [...PHOTOGRAPHERS, 'assistant'] as const;

/** Time that a client claims. */
export const now = 1_000;
export const update = (id: string, changes: object) => ({ id, changes, now }) as Args;
export const bulk = (galleryId: string, photoIds: string[]) => ({ galleryId, photoIds, now });
