import { z } from 'zod';
import { text } from '../values/primitives.ts';
import { type ByHand, compactIban, creditorReference, isIban } from './transfer-code.ts';

/**
 * Methods of Stripe's pay page that a studio chooses; cards, with Apple and Google Pay, are always among them. Stripe
 * shows those that the studio's account there has switched on, and that suit currency and country.
 */
export const ONLINE_METHODS = ['bizum', 'klarna', 'ideal', 'sepa_debit'] as const;
export type OnlineMethod = (typeof ONLINE_METHODS)[number];

/** Methods whose money may arrive days later: a slot is not booked with them. */
const DELAYED_METHODS: ReadonlySet<string> = new Set<OnlineMethod>(['sepa_debit']);

/** Returns the methods of Stripe's page, as it names them. @param isSlot true if the payment books a slot */
export function checkoutMethods(online: readonly OnlineMethod[], { isSlot }: { isSlot: boolean }): string[] {
  return ['card', ...online.filter((method) => !isSlot || !DELAYED_METHODS.has(method))];
}

const oneLine = text.trim().regex(/^\P{Cc}*$/u);

/** The setting `methods`: how clients of the studio may pay. */
export const methodSettings = z.strictObject({
  online: z.array(z.enum(ONLINE_METHODS)).max(ONLINE_METHODS.length),
  /** Bank account for transfers; an empty number means none. */
  iban: oneLine.max(50).refine((iban) => iban === '' || isIban(iban)),
  /** Who owns the bank account; the name is in the transfer. */
  holder: oneLine.max(70),
  /** Telephone number for Bizum by hand; empty for none. */
  bizum: oneLine.max(30),
  cash: z.boolean(),
});
export type MethodSettings = z.infer<typeof methodSettings>;

export const DEFAULT_METHODS: MethodSettings = { online: [], iban: '', holder: '', bizum: '', cash: false };

const { shape } = methodSettings;
const storedMethods = z
  .object({
    online: shape.online.catch([]),
    iban: shape.iban.catch(''),
    holder: shape.holder.catch(''),
    bizum: shape.bizum.catch(''),
    cash: shape.cash.catch(false),
  })
  .catch(DEFAULT_METHODS);

/** Returns the stored setting; missing or invalid fields get their defaults. */
export const readMethods = (value: unknown): MethodSettings => storedMethods.parse(value);

/** Returns the ways to pay an order without Stripe; null if the studio offers none. @param studio its name */
export function byHandOf(
  { iban, holder, bizum, cash }: MethodSettings,
  { orderId, currency, studio }: { orderId: string; currency: string; studio: string },
): ByHand | null {
  const isEuro = currency === 'EUR';
  const transfer =
    iban !== '' && isEuro
      ? { iban: compactIban(iban), holder: holder || studio, reference: creditorReference(orderId) }
      : null;
  const phone = isEuro && bizum !== '' ? bizum : null;
  return transfer || phone !== null || cash ? { transfer, bizum: phone, cash } : null;
}
