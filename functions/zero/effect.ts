import type { Args, EffectContext } from './photo-effects.ts';

export type Effect = (args: Args, context: EffectContext) => Promise<void>;

/**
 * An effect that has to know what was there before the mutator ran. `look` runs before anything is validated or
 * authorised: it asks by the account, takes whatever comes for an id, and nothing of it is answered.
 */
export interface Comparing<Seen> {
  look(args: Args, context: EffectContext): Promise<Seen>;
  act(args: Args, context: EffectContext, seen: Seen): Promise<void>;
}
export const comparing = <Seen>(effect: Comparing<Seen>): Comparing<unknown> => effect as Comparing<unknown>;

/** By the mutator's name. */
export type Effects = Readonly<Record<string, Effect | Comparing<unknown>>>;
