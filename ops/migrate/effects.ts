/**
 * What a statement does to code that is running while it is applied: the release before it goes on serving until the
 * functions are replaced, and again after a rollback.
 */
export type EffectKind =
  /** Takes away or tightens something that running code may use; needs `-- contract:`. */
  | 'contract'
  /** Holds up everybody who writes to a table while all its rows are read; needs `-- lock:`. */
  | 'lock'
  /** Adds something; may not stand beside a contraction. */
  | 'expand'
  /** Cannot be judged from the text alone. */
  | 'look';

export interface Effect {
  kind: EffectKind;
  what: string;
  /** Nothing is taken away after all if the same migration makes this again under its name. */
  unlessMade?: string;
}

/** What a migration itself has made so far: nobody else uses that yet. */
export type Made = ReadonlySet<string>;

export const contract = (what: string, unlessMade?: string): Effect => ({
  kind: 'contract',
  what,
  ...(unlessMade === undefined ? {} : { unlessMade }),
});
export const lock = (what: string): Effect => ({ kind: 'lock', what });
export const expand = (what: string): Effect => ({ kind: 'expand', what });
export const look = (what: string): Effect => ({ kind: 'look', what });
