import { z } from 'zod';

/** The most windows of a rule, and the longest time before a session that one can name, in hours: two years. */
export const MAX_CANCELLATION_WINDOWS = 6;
export const MAX_CANCELLATION_HOURS = 2 * 365 * 24;

/** The part of the money that a studio keeps: the deposit, or a percentage of the price. */
export const cancellationKeeps = z.union([z.literal('deposit'), z.number().int().min(0).max(100)]);
export type CancellationKeeps = z.infer<typeof cancellationKeeps>;

const cancellationWindow = z.strictObject({
  /** The window begins so many hours before the session; null: with the booking. It ends where the next one begins. */
  hours: z.number().int().min(1).max(MAX_CANCELLATION_HOURS).nullable(),
  keeps: cancellationKeeps,
});

/** True if each window begins closer to the session than the one before, so that a null can be the first only. */
const areInOrder = (windows: readonly { hours: number | null }[]): boolean =>
  windows.every(
    ({ hours }, index) => index === 0 || (hours !== null && hours < (windows[index - 1]?.hours ?? Number.MAX_VALUE)),
  );

/**
 * What a studio keeps if a client cancels. Cancelling is free before the first window. The same checks as in SQL:
 * `is_cancellation_rule`.
 */
export const cancellationRule = z.strictObject({
  windows: z.array(cancellationWindow).min(1).max(MAX_CANCELLATION_WINDOWS).refine(areInOrder),
  /** Refunds by card are requested without the studio; money that was received by hand waits for it in any case. */
  isAutomatic: z.boolean(),
});
export type CancellationRule = z.infer<typeof cancellationRule>;

/** The rule of a session, as its client knows it. */
export const promisedRule = cancellationRule.extend({
  /**
   * The windows count from this time, epoch milliseconds, while the session is earlier: the studio has moved it, and
   * takes no step from its client by that.
   */
  countsFrom: z.number().optional(),
});
export type PromisedRule = z.infer<typeof promisedRule>;
