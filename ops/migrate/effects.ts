/**
 * Effect of a statement on running code: the previous release keeps serving until the functions are replaced, and again
 * after a rollback.
 */
export type EffectKind =
  /** Removes or tightens something that running code may use; needs `-- contract:`. */
  | 'contract'
  /** Blocks writers of a table while all its rows are read; needs `-- lock:`. */
  | 'lock'
  /** Adds something; not allowed beside a contraction. */
  | 'expand'
  /** Needs manual review. */
  | 'look';

export interface Effect {
  kind: EffectKind;
  what: string;
  /** No effect if the same migration creates this name again. */
  unlessMade?: string;
}

/** Names that the migration itself has created so far and no running code uses. */
export type Made = ReadonlySet<string>;

export const contract = (what: string, unlessMade?: string): Effect => ({
  kind: 'contract',
  what,
  ...(unlessMade === undefined ? {} : { unlessMade }),
});
export const lock = (what: string): Effect => ({ kind: 'lock', what });
export const expand = (what: string): Effect => ({ kind: 'expand', what });
export const look = (what: string): Effect => ({ kind: 'look', what });
