import type { ReadonlyJSONObject, ServerTransaction } from '@rocicorp/zero';
import { authorise, type Ctx } from '#core/zero/context.ts';
import type { studioMutators } from '#core/zero/mutators.ts';
import type { Schema } from '#core/zero/schema.ts';
import { serverTime, type StudioMutator } from '#core/zero/studio-mutator.ts';
import type { Queryable } from './db/database.ts';

export interface EffectContext {
  sql: Queryable;
  ctx: Ctx;
  /** Epoch milliseconds. */
  now: number;
}

type Effect<Args> = (args: Args, context: EffectContext) => Promise<void>;

/** An effect that needs state from before the mutator; `before` may lock rows. */
interface EffectWithBefore<Args, Seen> {
  before(args: Args, context: EffectContext): Promise<Seen>;
  after(args: Args, context: EffectContext, seen: Seen): Promise<void>;
}

/** Mutators with effects, by noun and name; only names of the shared mutators fit. */
export type MutatorsWithEffects = {
  readonly [Noun in keyof typeof studioMutators]?: Partial<(typeof studioMutators)[Noun]>;
};

/**
 * Adds an effect that only the server has, in the mutator's transaction: events and outbox rows. Zero validates the
 * arguments and the caller is authorised first; then run `before`, the mutator, and the effect.
 */
export function withEffect<Input extends ReadonlyJSONObject, Output extends ReadonlyJSONObject, Seen>(
  mutator: StudioMutator<Input, Output>,
  effect: Effect<NoInfer<Output>> | EffectWithBefore<NoInfer<Output>, Seen>,
): StudioMutator<Input, Output> {
  return {
    ...mutator,
    async fn({ tx: anyTx, ctx: caller, args }) {
      const tx = anyTx as ServerTransaction<Schema, unknown>;
      const ctx = authorise(caller, ...mutator.capabilities);
      const context = { sql: toQueryable(tx), ctx, now: serverTime(tx, ctx, args.now) };
      const run = () => mutator.fn({ tx, ctx, args });
      if (typeof effect === 'function') {
        await run();
        return effect(args, context);
      }
      const seen = await effect.before(args, context);
      await run();
      return effect.after(args, context, seen);
    },
  };
}

/** Wraps a mutation's transaction for plain SQL. */
export function toQueryable(tx: Pick<ServerTransaction<Schema, unknown>, 'dbTransaction'>): Queryable {
  return {
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      [...(await tx.dbTransaction.query(text, [...values]))] as Row[],
  };
}
