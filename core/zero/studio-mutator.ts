import { defineMutator, type ReadonlyJSONObject, type Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../domain/values/errors.ts';
import type { Capability } from '../domain/studio/roles.ts';
import type { SecurityEventKind } from '../domain/studio/security-events.ts';
import { authorise, type Ctx } from './context.ts';
import type { Schema } from './schema.ts';

/** Arguments as sent: they carry the time of the action, so that the browser's and the server's run agree. */
type Timed<Args> = Args & { now: number };

/** Zero does not export the type that `defineMutator` returns. */
type Definition<Input extends ReadonlyJSONObject, Output extends ReadonlyJSONObject> = ReturnType<
  typeof defineMutator<Input, Output, Schema, Ctx | undefined, unknown>
>;

/** A mutator with its capabilities, so that the server can authorise before an effect reads rows. */
export type StudioMutator<Input extends ReadonlyJSONObject, Output extends ReadonlyJSONObject> = Definition<
  Timed<Input>,
  Timed<Output>
> & {
  readonly capabilities: readonly Capability[];
  /**
   * Returns the security event that a call is: it takes a recent sign-in and is recorded, which the server's handler of
   * mutations does. Null for other and for invalid calls.
   */
  readonly securityEventOf?: (args: unknown) => SecurityEventKind | null;
};

interface Call<Args> {
  tx: Transaction;
  ctx: Ctx;
  args: Args;
  /** The time to write, epoch milliseconds. */
  now: number;
}

/**
 * Defines a mutator of the back office. Each call is validated, then authorised, and only then reads rows in `run`.
 *
 * Refusals are ignored while Zero rebases. On each update from the server, Zero's client runs its unconfirmed mutations
 * again, and some may no longer apply: the gallery was deleted, or a required row is in no active query. An error would
 * make Zero 1.9 drop the update and the connection. Ignoring it is safe: the server still rejects the mutation, and its
 * result corrects the screen.
 */
export function studioMutator<Input extends ReadonlyJSONObject, Output extends ReadonlyJSONObject>(
  capability: Capability | readonly Capability[],
  schema: z.ZodObject & z.ZodType<Output, Input>,
  run: (call: Call<Output>) => Promise<void>,
  securityEvent?: (args: Output) => SecurityEventKind | null,
): StudioMutator<Input, Output> {
  const capabilities = [capability].flat();
  const timed = schema.safeExtend({ now: z.number().int().min(0) });
  const definition = defineMutator(
    timed as unknown as z.ZodType<Timed<Output>, Timed<Input>>,
    async ({ tx, ctx: caller, args: { now, ...args } }) => {
      try {
        const ctx = authorise(caller, ...capabilities);
        await run({ tx, ctx, args: args as unknown as Output, now: serverTime(tx, ctx, now) });
      } catch (error) {
        if (!(error instanceof AppError) || tx.reason !== 'rebase') throw error;
      }
    },
  );
  if (!securityEvent) return { ...definition, capabilities };
  const securityEventOf = (args: unknown) => {
    const { success, data } = timed.safeParse(args);
    return success ? securityEvent(data as unknown as Output) : null;
  };
  return { ...definition, capabilities, securityEventOf };
}

/** Returns the time to write: the server's own clock on the server, so that client clocks have no effect. */
export function serverTime(tx: Transaction, ctx: Ctx, acted: number): number {
  return tx.location === 'server' && ctx.now ? ctx.now() : acted;
}
