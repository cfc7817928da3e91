import type Stripe from 'stripe';
import { z } from 'zod';
import { AppError } from '#core/domain/values/errors.ts';
import { log } from './observability/telemetry.ts';

/** What is read of an event; its object is read again at Stripe. */
const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  account: z.string().nullish(),
  data: z.object({
    object: z.object({ id: z.unknown(), object: z.unknown().optional(), customer: z.unknown().optional() }),
  }),
});

/**
 * Returns a signed event.
 * @param secrets the current one, and others during a rotation
 * @throws AppError `webhook_signature_invalid`, or `webhook_event_invalid` for what is signed but no event
 */
export function verifyEvent(stripe: Stripe, payload: Buffer, signature: string, secrets: string, now: number) {
  for (const secret of secrets.split(' ')) {
    try {
      const signed: unknown = stripe.webhooks.constructEvent(payload, signature, secret, undefined, undefined, now);
      const read = eventSchema.safeParse(signed);
      return read.data ?? refuseEvent(read.error.issues.map(({ path }) => path.join('.')));
    } catch (error) {
      if (error instanceof AppError) throw error;
      // Signed with another secret of a rotation, or not at all; any other error is of the content.
      if ((error as { type?: unknown }).type !== 'StripeSignatureVerificationError') refuseEvent([]);
    }
  }
  throw new AppError('webhook_signature_invalid');
}

/** @param fields of the event that are missing or of another type; their values are not logged */
function refuseEvent(fields: readonly string[]): never {
  log('warn', 'stripe_event_invalid', { fields: fields.join(' ') });
  throw new AppError('webhook_event_invalid');
}
