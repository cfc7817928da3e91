import type Stripe from 'stripe';
import { AppError } from '#core/domain/values/errors.ts';
import type { RotatingSecret } from './auth/secrets.ts';
import { reportError } from './observability/report-error.ts';
import { describeError, log } from './observability/telemetry.ts';

/** Payments by card of the studios' own accounts at Stripe. */
export interface CardPayments {
  client(): Promise<Stripe>;
  /** Signs webhooks. */
  readonly webhookSecret: RotatingSecret;
  /** Signs those of what the product itself charges; null where it charges nothing. */
  readonly billingSecret: RotatingSecret | null;
}

export const STRIPE_ENV = [
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_BILLING_SECRET',
  'STRIPE_API_URL',
] as const;

/** @throws AppError `card_payments_off` in an installation without keys of Stripe */
export function requireCards(cards: CardPayments | null): CardPayments {
  if (!cards) throw new AppError('card_payments_off');
  return cards;
}

const kindOf = (error: unknown) => (error as { type?: unknown } | null)?.type;

/** True if Stripe refused the request for good: repeating it changes nothing. */
export function isStripeRefusal(error: unknown): boolean {
  return ['StripeInvalidRequestError', 'StripePermissionError', 'StripeCardError', 'StripeIdempotencyError'].includes(
    String(kindOf(error)),
  );
}

/** True if the studio's account no longer gives access: it was disconnected at Stripe. */
export function isStripeAccessLost(error: unknown): boolean {
  return kindOf(error) === 'StripePermissionError';
}

/**
 * Runs a request to Stripe for a person who waits.
 * @throws AppError `payment_unreachable` if Stripe cannot be reached or refuses; the reason is logged
 */
export async function askStripe<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError) throw error;
    log('warn', 'stripe_failed', describeError(error));
    if (isStripeRefusal(error)) await reportError(error);
    throw new AppError('payment_unreachable');
  }
}
