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
 * An effect that needs state from before the mutator. `before` runs prior to validation and authorisation: it must
 * filter by account, accept any value as id, and never return its result to the client.
 */
export interface EffectWithBefore<Seen> {
  before(args: Args, context: EffectContext): Promise<Seen>;
  after(args: Args, context: EffectContext, beforeState: Seen): Promise<void>;
}
export const withBefore = <Seen>(effect: EffectWithBefore<Seen>): EffectWithBefore<unknown> =>
  effect as EffectWithBefore<unknown>;

/** Effects by mutator name. */
export type Effects = Readonly<Record<string, Effect | EffectWithBefore<unknown>>>;
