import { createAccounts } from './accounts.ts';
import {
  type Card,
  type CheckoutSession,
  type Dispute,
  type Method,
  METHODS,
  type PaymentIntent,
  type Refund,
  type State,
  StripeFailure,
  stripeId,
  type StripeEvent,
} from './objects.ts';

/** Stripe's bounds of `expires_at`, in seconds from now. */
const EXPIRY = { least: 30 * 60, most: 24 * 3600 };
/** Smallest charge; Stripe's differs by currency, this is the euro's. */
const LEAST_AMOUNT = 50;

interface NewSession {
  amount: number;
  currency: string;
  name: string;
  description: string;
  /** Those that the product allows; none for all. */
  methods: string[];
  expiresAt: number;
  successUrl: string;
  cancelUrl: string | null;
  email: string | null;
  locale: string | null;
  reference: string | null;
  metadata: Record<string, string>;
  intentMetadata: Record<string, string>;
}

/**
 * The accounts of one platform, and what happens to them. Every change adds the events that Stripe would send.
 * @param now seconds
 */
export function createWorld(state: State, { now, emit }: { now: () => number; emit: (event: StripeEvent) => void }) {
  const report = (account: string | null, type: string, object: object) => {
    const event: StripeEvent = {
      id: stripeId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      type,
      ...(account !== null && { account }),
      created: now(),
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: null,
    };
    state.events.push(event);
    emit(event);
  };

  const missing = (what: string, id: string) =>
    new StripeFailure(404, `No such ${what}: '${id}'`, { code: 'resource_missing' });
  const find = <T extends { id: string }>(rows: readonly T[], what: string, id: string): T => {
    const found = rows.find((row) => row.id === id);
    if (!found) throw missing(what, id);
    return found;
  };

  const accounts = createAccounts(state, { now, report });
  const { connected } = accounts;

  const world = {
    state,
    ...accounts,

    /** Reports something of the platform's own. */
    reportOwn: (type: string, object: object) => report(null, type, object),

    createSession(id: string | undefined, params: NewSession, url: (session: string) => string): CheckoutSession {
      const { account, sessions } = connected(id);
      if (!account.charges_enabled) {
        throw new StripeFailure(400, 'Your account cannot currently make live charges.', { code: 'account_invalid' });
      }
      if (params.amount < LEAST_AMOUNT) {
        throw new StripeFailure(400, "The Checkout Session's total amount is too small.", { code: 'amount_too_small' });
      }
      const ahead = params.expiresAt - now();
      if (ahead < EXPIRY.least - 5 || ahead > EXPIRY.most) {
        throw new StripeFailure(400, 'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', {
          param: 'expires_at',
        });
      }
      const session: CheckoutSession = {
        id: stripeId('cs_test'),
        object: 'checkout.session',
        status: 'open',
        payment_status: 'unpaid',
        mode: 'payment',
        amount_total: params.amount,
        currency: params.currency,
        client_reference_id: params.reference,
        customer_email: params.email,
        payment_intent: null,
        metadata: params.metadata,
        success_url: params.successUrl,
        cancel_url: params.cancelUrl,
        url: null,
        locale: params.locale,
        expires_at: params.expiresAt,
        created: now(),
        livemode: false,
        name: params.name,
        description: params.description,
        methods: METHODS.filter((method) => params.methods.length === 0 || params.methods.includes(method)),
        intentMetadata: params.intentMetadata,
      };
      session.url = url(session.id);
      sessions.push(session);
      return session;
    },

    session(id: string | undefined, sessionId: string): CheckoutSession {
      const session = find(connected(id).sessions, 'checkout.session', sessionId);
      expireIfDue(id!, session);
      return session;
    },

    intent: (id: string | undefined, intentId: string): PaymentIntent =>
      find(connected(id).intents, 'payment_intent', intentId),
    refund: (id: string | undefined, refundId: string): Refund => find(connected(id).refunds, 'refund', refundId),
    dispute: (id: string | undefined, disputeId: string): Dispute => find(connected(id).disputes, 'dispute', disputeId),

    expire(id: string | undefined, sessionId: string): CheckoutSession {
      const session = world.session(id, sessionId);
      if (session.status !== 'open') {
        const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`;
        throw new StripeFailure(400, message);
      }
      endSession(id!, session);
      return session;
    },

    /** Expires every session whose time is over. */
    sweep(): void {
      for (const { account, sessions } of Object.values(state.accounts))
        for (const session of sessions) expireIfDue(account.id, session);
    },

    /** A person pays; false if the card is declined. A direct debit arrives days later. */
    pay(id: string, sessionId: string, card: Card = 'works', method: Method = 'card'): boolean {
      const session = world.session(id, sessionId);
      if (session.status !== 'open') throw new StripeFailure(400, `This session is ${session.status}`);
      if (!session.methods.includes(method)) throw new StripeFailure(400, `This session takes no ${method}`);
      if (card === 'declined') return false;
      const isDelayed = card === 'processing' || method === 'sepa_debit';
      const intent: PaymentIntent = {
        id: stripeId('pi'),
        object: 'payment_intent',
        amount: session.amount_total,
        currency: session.currency,
        status: isDelayed ? 'processing' : 'succeeded',
        latest_charge: stripeId('ch'),
        payment_method: { id: stripeId('pm'), object: 'payment_method', type: method },
        metadata: session.intentMetadata,
        created: now(),
        card,
      };
      connected(id).intents.push(intent);
      session.status = 'complete';
      session.payment_status = isDelayed ? 'unpaid' : 'paid';
      session.payment_intent = intent.id;
      session.url = null;
      if (intent.status === 'succeeded') report(id, 'payment_intent.succeeded', intent);
      report(id, 'checkout.session.completed', session);
      return true;
    },

    /** A payment that was processed for a while has arrived, or failed. */
    settle(id: string, sessionId: string, hasArrived: boolean): void {
      const session = world.session(id, sessionId);
      const intent = world.intent(id, session.payment_intent!);
      intent.status = hasArrived ? 'succeeded' : 'canceled';
      if (hasArrived) session.payment_status = 'paid';
      report(id, `checkout.session.async_payment_${hasArrived ? 'succeeded' : 'failed'}`, session);
    },

    createRefund(
      id: string | undefined,
      params: { intentId: string; amount?: number | undefined; metadata: Record<string, string> },
    ): Refund {
      const { refunds, disputes } = connected(id);
      const intent = world.intent(id, params.intentId);
      if (disputes.some((one) => one.payment_intent === intent.id && one.status !== 'won')) {
        throw new StripeFailure(400, 'The charge is disputed.', { code: 'charge_disputed' });
      }
      const back = refunds
        .filter((one) => one.payment_intent === intent.id && (one.status === 'pending' || one.status === 'succeeded'))
        .reduce((sum, one) => sum + one.amount, 0);
      const amount = params.amount ?? intent.amount - back;
      if (back >= intent.amount) {
        throw new StripeFailure(400, 'Charge has already been refunded.', { code: 'charge_already_refunded' });
      }
      if (amount < 1 || amount > intent.amount - back) {
        throw new StripeFailure(400, 'Refund amount is greater than unrefunded amount on charge', { param: 'amount' });
      }
      const refund: Refund = {
        id: stripeId('re'),
        object: 'refund',
        amount,
        currency: intent.currency,
        payment_intent: intent.id,
        charge: intent.latest_charge,
        status: intent.card === 'refund_pending' || intent.card === 'refund_fails' ? 'pending' : 'succeeded',
        metadata: params.metadata,
        created: now(),
      };
      refunds.push(refund);
      report(id!, 'refund.created', refund);
      if (refund.status === 'succeeded') report(id!, 'charge.refunded', charge(intent));
      if (intent.card === 'refund_fails') world.finishRefund(id!, refund.id, 'failed');
      return refund;
    },

    /** The end of a refund; a succeeded one can still fail. */
    finishRefund(id: string, refundId: string, status: 'succeeded' | 'failed'): void {
      const refund = world.refund(id, refundId);
      refund.status = status;
      if (status === 'failed') refund.failure_reason = 'lost_or_stolen_card';
      report(id, status === 'failed' ? 'refund.failed' : 'refund.updated', refund);
    },

    openDispute(id: string, intentId: string, amount?: number): Dispute {
      const intent = world.intent(id, intentId);
      const dispute: Dispute = {
        id: stripeId('du'),
        object: 'dispute',
        amount: amount ?? intent.amount,
        currency: intent.currency,
        payment_intent: intent.id,
        charge: intent.latest_charge,
        status: 'needs_response',
        reason: 'general',
        created: now(),
      };
      connected(id).disputes.push(dispute);
      report(id, 'charge.dispute.created', dispute);
      return dispute;
    },

    /** A direct debit is returned by the client's bank weeks later: a dispute that is lost from the start. */
    returnPayment(id: string, intentId: string): void {
      const { id: disputeId } = world.openDispute(id, intentId);
      world.dispute(id, disputeId).reason = 'debit_not_authorized';
      world.closeDispute(id, disputeId, 'lost');
    },

    closeDispute(id: string, disputeId: string, status: 'won' | 'lost'): void {
      const dispute = world.dispute(id, disputeId);
      dispute.status = status;
      report(id, 'charge.dispute.closed', dispute);
    },
  };

  function endSession(id: string, session: CheckoutSession): void {
    session.status = 'expired';
    session.url = null;
    report(id, 'checkout.session.expired', session);
  }
  function expireIfDue(id: string, session: CheckoutSession): void {
    if (session.status === 'open' && session.expires_at <= now()) endSession(id, session);
  }
  return world;
}

const charge = ({ id, latest_charge, amount, currency }: PaymentIntent) => ({
  id: latest_charge,
  object: 'charge',
  amount,
  currency,
  payment_intent: id,
});

export type World = ReturnType<typeof createWorld>;
