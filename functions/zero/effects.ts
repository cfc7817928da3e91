import type { ReadonlyJSONValue } from '@rocicorp/zero';
import { customerEffects } from '../customers/effects.ts';
import { galleryEffects } from '../galleries/effects.ts';
import { messageEffects } from '../messages/effects.ts';
import { paymentEffects } from '../payments/effects.ts';
import type { Args, EffectContext, Effects } from '../platform/mutation-effects.ts';
import { sessionEffects } from '../sessions/effects.ts';

/**
 * What only the server does after a mutator, in the same transaction: notes for the studio, and effects outside the
 * database by way of the outbox. The mutator has authorised and validated before any of this runs.
 */
const EFFECTS: Effects = {
  ...customerEffects,
  ...galleryEffects,
  ...messageEffects,
  ...paymentEffects,
  ...sessionEffects,
};

/**
 * What belongs to a mutation, if anything does: call it before the mutator, and what it answers after it.
 * @param args as they came
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
  const seen = hasValidIds(args) ? await effect.before(effectArgs, context) : null;
  return () => effect.after(effectArgs, context, seen);
}

/** Whether ids can be asked for: what is none is refused by the mutator, and must not be by the database before it. */
function hasValidIds(args: ReadonlyJSONValue | undefined): boolean {
  if (typeof args !== 'object' || args === null) return false;
  const { id, galleryId } = args as Args;
  return [id, galleryId].every((one) => one === undefined || (typeof one === 'string' && ID.test(one)));
}

const ID = /^[0-9a-z]{20,26}$/;
