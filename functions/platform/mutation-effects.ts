import type { Ctx } from '#core/zero/context.ts';
import type { Queryable } from './db/database.ts';

export interface EffectContext {
  sql: Queryable;
  ctx: Ctx;
  /** Epoch milliseconds. */
  now: number;
}
export type Args = Readonly<Record<string, unknown>>;

export type Effect = (args: Args, context: EffectContext) => Promise<void>;

/**
 * An effect that has to know what was there before the mutator ran. `look` runs before anything is validated or
 * authorised: it asks by the account, takes whatever comes for an id, and nothing of it is answered.
 */
export interface EffectWithBefore<Seen> {
  before(args: Args, context: EffectContext): Promise<Seen>;
  after(args: Args, context: EffectContext, beforeState: Seen): Promise<void>;
}
export const withBefore = <Seen>(effect: EffectWithBefore<Seen>): EffectWithBefore<unknown> =>
  effect as EffectWithBefore<unknown>;

/** By the mutator's name. */
export type Effects = Readonly<Record<string, Effect | EffectWithBefore<unknown>>>;
