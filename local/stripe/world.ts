import {
  type Account,
  type Card,
  type CheckoutSession,
  type Connected,
  type Dispute,
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

/** What a person does on Stripe's onboarding pages. */
export const ONBOARDINGS = ['complete', 'review', 'incomplete', 'reject', 'restrict'] as const;
export type Onboarding = (typeof ONBOARDINGS)[number];

export interface NewSession {
  amount: number;
  currency: string;
  name: string;
  description: string;
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
  const report = (account: string, type: string, object: object) => {
    const event: StripeEvent = {
      id: stripeId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      type,
      account,
      created: now(),
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: null,
    };
    state.events.push(event);
    emit(event);
  };

  /** @throws StripeFailure for an unknown account, and for one that removed the platform's access */
  const connected = (id: string | undefined): Connected => {
    const found = id === undefined ? undefined : state.accounts[id];
    if (!found || found.isDeauthorized) {
      throw new StripeFailure(403, `The provided key does not have access to account '${id}'`, {
        code: 'account_invalid',
      });
    }
    return found;
  };
  const missing = (what: string, id: string) =>
    new StripeFailure(404, `No such ${what}: '${id}'`, { code: 'resource_missing' });
  const find = <T extends { id: string }>(rows: readonly T[], what: string, id: string): T => {
    const found = rows.find((row) => row.id === id);
    if (!found) throw missing(what, id);
    return found;
  };

  const changeAccount = (account: Account, changes: Partial<Account>) => {
    Object.assign(account, changes);
    report(account.id, 'account.updated', account);
  };
  const needs = (changes: Partial<Account['requirements']> = {}): Account['requirements'] => ({
    currently_due: [],
    past_due: [],
    pending_verification: [],
    disabled_reason: null,
    current_deadline: null,
    ...changes,
  });

  const world = {
    state,
    connected,

    createAccount(email: string | null, metadata: Record<string, string>): Account {
      const id = stripeId('acct').replace('acct_', 'acct_1');
      const account: Account = {
        id,
        object: 'account',
        type: 'standard',
        email,
        business_profile: { name: null, url: null },
        controller: { type: 'application', is_controller: true, requirement_collection: 'stripe' },
        details_submitted: false,
        charges_enabled: false,
        payouts_enabled: false,
        requirements: needs({ currently_due: ['external_account'], disabled_reason: 'requirements.past_due' }),
        metadata,
        created: now(),
      };
      const empty = { links: [], sessions: [], intents: [], refunds: [], disputes: [] };
      state.accounts[id] = { account, isDeauthorized: false, ...empty };
      return account;
    },

    onboard(id: string, how: Onboarding): void {
      const { account } = connected(id);
      if (how === 'complete') {
        const enabled = { details_submitted: true, charges_enabled: true, payouts_enabled: true };
        changeAccount(account, { ...enabled, requirements: needs() });
      } else if (how === 'review') {
        const requirements = needs({
          pending_verification: ['individual.verification.document'],
          disabled_reason: 'requirements.pending_verification',
        });
        changeAccount(account, { details_submitted: true, charges_enabled: false, requirements });
      } else if (how === 'reject') {
        const requirements = needs({ disabled_reason: 'rejected.other' });
        changeAccount(account, {
          details_submitted: true,
          charges_enabled: false,
          payouts_enabled: false,
          requirements,
        });
      } else if (how === 'restrict') {
        const past_due = ['individual.verification.document'];
        const requirements = needs({ past_due, currently_due: past_due, disabled_reason: 'requirements.past_due' });
        changeAccount(account, { details_submitted: true, charges_enabled: false, requirements });
      }
    },

    deauthorize(id: string): void {
      const found = connected(id);
      found.isDeauthorized = true;
      report(id, 'account.application.deauthorized', { id: 'ca_local', object: 'application', name: 'Albumen' });
    },

    createSession(id: string | undefined, wish: NewSession, url: (session: string) => string): CheckoutSession {
      const { account, sessions } = connected(id);
      if (!account.charges_enabled) {
        throw new StripeFailure(400, 'Your account cannot currently make live charges.', { code: 'account_invalid' });
      }
      if (wish.amount < LEAST_AMOUNT) {
        throw new StripeFailure(400, "The Checkout Session's total amount is too small.", { code: 'amount_too_small' });
      }
      const ahead = wish.expiresAt - now();
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
        amount_total: wish.amount,
        currency: wish.currency,
        client_reference_id: wish.reference,
        customer_email: wish.email,
        payment_intent: null,
        metadata: wish.metadata,
        success_url: wish.successUrl,
        cancel_url: wish.cancelUrl,
        url: null,
        locale: wish.locale,
        expires_at: wish.expiresAt,
        created: now(),
        livemode: false,
        name: wish.name,
        description: wish.description,
        intentMetadata: wish.intentMetadata,
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

    /** A person pays; false if the card is declined. */
    pay(id: string, sessionId: string, card: Card = 'works'): boolean {
      const session = world.session(id, sessionId);
      if (session.status !== 'open') throw new StripeFailure(400, `This session is ${session.status}`);
      if (card === 'declined') return false;
      const intent: PaymentIntent = {
        id: stripeId('pi'),
        object: 'payment_intent',
        amount: session.amount_total,
        currency: session.currency,
        status: card === 'processing' ? 'processing' : 'succeeded',
        latest_charge: stripeId('ch'),
        metadata: session.intentMetadata,
        created: now(),
        card,
      };
      connected(id).intents.push(intent);
      session.status = 'complete';
      session.payment_status = card === 'processing' ? 'unpaid' : 'paid';
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
      wish: { intentId: string; amount?: number | undefined; metadata: Record<string, string> },
    ): Refund {
      const { refunds } = connected(id);
      const intent = world.intent(id, wish.intentId);
      const back = refunds
        .filter((one) => one.payment_intent === intent.id && (one.status === 'pending' || one.status === 'succeeded'))
        .reduce((sum, one) => sum + one.amount, 0);
      const amount = wish.amount ?? intent.amount - back;
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
        metadata: wish.metadata,
        created: now(),
      };
      refunds.push(refund);
      report(id!, 'refund.created', refund);
      if (refund.status === 'succeeded') report(id!, 'charge.refunded', charge(intent));
      if (intent.card === 'refund_fails') world.finishRefund(id!, refund.id, 'failed');
      return refund;
    },

    /** What becomes of a refund; a succeeded one can still fail. */
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
