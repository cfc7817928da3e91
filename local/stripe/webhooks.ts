import { createHmac } from 'node:crypto';
import type { StripeEvent } from './objects.ts';

/** Test switches: how the stand-in delivers events. */
export interface Switches {
  /** Keeps events until `deliver` is called. */
  hold: boolean;
  /** Loses events: the first delivery attempt of each never arrives, and there is no other. */
  drop: boolean;
  /** Delivers each event twice. */
  duplicate: boolean;
  /** Delivers the newest of the waiting events first. */
  reorder: boolean;
  /** Delay of each delivery, in milliseconds. */
  delayMs: number;
  /** The API refuses connections' requests, as in an outage. */
  down: boolean;
  /** How far Stripe's clock is ahead, in milliseconds: payments that failed are tried again by it. */
  aheadMs: number;
}

export const defaultSwitches = (): Switches => ({
  hold: false,
  drop: false,
  duplicate: false,
  reorder: false,
  delayMs: 0,
  down: false,
  aheadMs: 0,
});

export interface WebhookTarget {
  url: string;
  secret: string;
  headers?: Record<string, string>;
}

/** Returns the value of `Stripe-Signature` for a payload. @param at epoch milliseconds */
export function signPayload(payload: string, secret: string, at: number): string {
  const time = Math.floor(at / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
  return `t=${time},v1=${signature}`;
}

/** Retries of a failed delivery, in milliseconds; Stripe's take hours. */
const RETRIES_MS = [500, 2_000, 5_000, 15_000, 60_000];

export interface Delivery {
  /** Queues an event, according to the switches. */
  push(event: StripeEvent): void;
  /** Sends one event now; returns the status of the answer, 0 without one. */
  send(event: StripeEvent): Promise<number>;
  close(): void;
}

export function createDelivery({
  targetOf,
  switches,
  now,
  onDelivered,
}: {
  /** Events with an account go to the target of connected accounts, others to the platform's; null for none. */
  targetOf: (event: StripeEvent) => WebhookTarget | null;
  switches: Switches;
  now: () => number;
  onDelivered: (event: StripeEvent) => void;
}): Delivery {
  const waiting: StripeEvent[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const later = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timer.unref();
    timers.add(timer);
  };
  const send = async (event: StripeEvent): Promise<number> => {
    const target = targetOf(event);
    if (!target) return 200;
    const payload = JSON.stringify(event);
    const response = await fetch(target.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signPayload(payload, target.secret, now()),
        ...target.headers,
      },
      body: payload,
    }).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok) onDelivered(event);
    return response?.status ?? 0;
  };
  const attempt = async (event: StripeEvent, tries = 0): Promise<void> => {
    const status = await send(event);
    const wait = RETRIES_MS[tries];
    if ((status < 200 || status >= 300) && wait !== undefined) later(wait, () => void attempt(event, tries + 1));
  };
  const flush = () => {
    const batch = waiting.splice(0);
    if (switches.reorder) batch.reverse();
    void (async () => {
      for (const event of batch) {
        await attempt(event);
        if (switches.duplicate) await attempt(event);
      }
    })();
  };
  return {
    send,
    push(event) {
      if (switches.hold || switches.drop) return;
      waiting.push(event);
      // With reordering, events of one moment wait for each other.
      later(switches.delayMs + (switches.reorder ? 300 : 0), flush);
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
