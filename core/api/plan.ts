import { z } from 'zod';
import { planState } from '../domain/studio/plan-state.ts';
import { PLAN_LIMITS } from '../domain/studio/plan-limits.ts';
import { cap, STATEMENT_STATUSES } from '../domain/studio/plan.ts';
import { usageMonth } from '../domain/studio/usage.ts';
import { language } from '../domain/values/primitives.ts';
import { endpoint } from './endpoint.ts';

const minorUnits = z.number().int();

const statementStatus = z.enum(STATEMENT_STATUSES);

const studioPlan = z.object({
  state: planState,
  /** When the next state begins unless the studio pays, epoch milliseconds; null without one. */
  nextStateAt: z.number().nullable(),
  currency: z.string(),
  /** The cap that the studio chose. */
  cap: minorUnits,
  /** What the present month may cost at most: nothing while the studio tries the product. */
  monthCap: minorUnits,
  month: usageMonth,
  /** What the month has come to without the cap, as of the last count. */
  used: minorUnits,
  isCapped: z.boolean(),
  /** In the studio's favour. */
  credit: minorUnits,
  /** The card, `visa 4242`; empty without one. */
  card: z.string(),
  hasAddress: z.boolean(),
  /** The accepted version of the prices; null before. */
  prices: z.number().int().nullable(),
  /** The version to accept. */
  offered: z.number().int(),
  /** The first month in which the offered prices count once they are accepted; null if they do. */
  offeredFrom: usageMonth.nullable(),
  /** When the studio becomes read-only unless it accepts them, or became it, epoch milliseconds; null without other prices. */
  pricesEndAt: z.number().nullable(),
  /** Bytes that are free each month, and downloads. */
  free: z.object({ stored: z.number(), downloaded: z.number() }),
  /** What the plan allows, with the operator's exceptions; `exceptions` names those. */
  limits: z.object(
    Object.fromEntries(PLAN_LIMITS.map((limit) => [limit, z.number()])) as Record<
      (typeof PLAN_LIMITS)[number],
      z.ZodNumber
    >,
  ),
  exceptions: z.array(z.enum(PLAN_LIMITS)),
  /** Bills of former months, the latest first. */
  statements: z.array(
    z.object({
      month: usageMonth,
      /** Net, and with tax once Stripe has said it; in minor units of `currency`. */
      amount: minorUnits,
      total: minorUnits.nullable(),
      /** What credits took off; subtracted in `amount` already. */
      credit: minorUnits,
      currency: z.string(),
      status: statementStatus,
      /** True while a payment has failed and the bill is open. */
      isFailed: z.boolean(),
      paidAt: z.number().nullable(),
      /** Number, page and PDF of the invoice; null before it was sent. */
      number: z.string().nullable(),
      pageUrl: z.string().nullable(),
      pdfUrl: z.string().nullable(),
    }),
  ),
});
export type StudioPlan = z.infer<typeof studioPlan>;

const manage = { access: 'member', channel: 'backoffice', capability: 'billing.manage' } as const;

/** What the studio pays by. All answer `not_found` where nothing is charged, or not yet. */
export const plan = {
  read: endpoint({ ...manage, method: 'GET', path: '/api/plan', recentSignIn: false, response: studioPlan }),
  /**
   * Chooses the most that a month may cost. It counts immediately. Less than the month has cost already is
   * `cap_below_used`, with `used` in minor units.
   */
  setCap: endpoint({
    ...manage,
    method: 'PATCH',
    path: '/api/plan',
    whilePaused: true,
    recentSignIn: false,
    body: z.strictObject({ cap }),
    response: studioPlan,
  }),
  /** Accepts prices as they are shown. Another version than the offered one is `conflict`. */
  acceptPrices: endpoint({
    ...manage,
    method: 'POST',
    path: '/api/plan/prices',
    whilePaused: true,
    recentSignIn: false,
    body: z.strictObject({ version: z.number().int().min(1), language }),
    response: studioPlan,
  }),
  /**
   * Opens Stripe's page on which the studio changes its card, address and tax id, and finds its invoices. Failures:
   * `payment_unreachable`.
   */
  portal: endpoint({
    ...manage,
    method: 'POST',
    path: '/api/plan/portal',
    whilePaused: true,
    recentSignIn: true,
    response: z.object({ url: z.string() }),
  }),
  /** Asks Stripe for card, address and bills, for example after its page. */
  refresh: endpoint({
    ...manage,
    method: 'POST',
    path: '/api/plan/refresh',
    whilePaused: true,
    recentSignIn: false,
    response: studioPlan,
  }),
  /**
   * Events of customers and invoices of the product itself, signed by Stripe. Failures: `webhook_signature_invalid`,
   * `webhook_event_invalid`, and `payment_unreachable`, after which Stripe sends the event again.
   */
  webhook: endpoint({
    method: 'POST',
    path: '/api/billing/webhook',
    access: 'anyone',
    body: 'raw',
    response: z.object({}),
  }),
};
