import type { ReadonlyJSONValue } from '@rocicorp/zero';
import { customerEffects } from '../customers/effects.ts';
import { galleryEffects } from '../galleries/effects.ts';
import { messageEffects } from '../messages/effects.ts';
import { paymentEffects } from '../payments/effects.ts';
import type { Args, EffectContext, Effects } from '../platform/mutation-effects.ts';
import { sessionEffects } from '../sessions/effects.ts';

/**
 * Server-only effects after a mutator, in the same transaction: events for the studio, and outbox effects. The mutator
 * has authorised and validated before any of this runs.
 */
const EFFECTS: Effects = {
  ...customerEffects,
  ...galleryEffects,
  ...messageEffects,
  ...paymentEffects,
  ...sessionEffects,
};

/**
 * Returns the effects of a mutation. Call it before the mutator, and the returned function after it.
 * @param args as received
 */
export async function prepareEffects(
  name: string,
  args: ReadonlyJSONValue | undefined,
  context: EffectContext,
): Promise<() => Promise<void>> {
  const effect = Object.hasOwn(EFFECTS, name) ? EFFECTS[name] : undefined;
  const effectArgs = args as unknown as Args;
  if (!effect) return async () => {};
  if (typeof effect === 'function') return () => effect(effectArgs, context);
  const beforeState = hasValidIds(args) ? await effect.before(effectArgs, context) : null;
  return () => effect.after(effectArgs, context, beforeState);
}

/** True if the ids may be used in SQL; the mutator rejects others, so the database must not fail first. */
function hasValidIds(args: ReadonlyJSONValue | undefined): boolean {
  if (typeof args !== 'object' || args === null) return false;
  const { id, galleryId } = args as Args;
  return [id, galleryId].every((one) => one === undefined || (typeof one === 'string' && ID.test(one)));
}

const ID = /^[0-9a-z]{20,26}$/;
