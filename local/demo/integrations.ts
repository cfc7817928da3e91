import { webhookPayload } from '#core/api/webhook-payloads.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import {
  type DeliveryType,
  MAX_DELIVERY_ATTEMPTS,
  TEST_EVENT,
  WEBHOOK_EVENTS,
} from '#core/domain/studio/integrations.ts';
import { findCustomer, findPayment, findSession } from '#functions/integrations/client-resources.ts';
import { makeWebhookSecret } from '#functions/integrations/webhook-signature.ts';
import { hashToken, makeToken } from '#functions/platform/auth/secrets.ts';
import type { Queryable } from '#functions/platform/db/database.ts';
import type { DemoStudio } from './demo-ids.ts';
import { insert, withDatabase } from './insert.ts';

/**
 * Creates an API token whose secret is not kept, and a webhook with a log. The webhook is off, so that nothing is sent
 * to its address. Writes to the database directly, since the product cannot date deliveries back. Safe to repeat.
 */
export function makeIntegrations(databaseUrl: string, { accountId, userId, ids, now }: DemoStudio): Promise<void> {
  return withDatabase(databaseUrl, async (db) => {
    await insert(db, 'api_tokens', {
      id: ids.integration('token'),
      account_id: accountId,
      user_id: userId,
      name: 'Lightroom export',
      token_hash: hashToken(makeToken()),
      prefix: 'alb_7k2qmv',
      scopes: JSON.stringify(['galleries:read', 'galleries:write', 'photos:upload']),
      created_at: new Date(now - 40 * DAY_MS),
      expires_at: new Date(now + 325 * DAY_MS),
      last_used_at: new Date(now - 3 * HOUR_MS),
    });
    const endpoint = { account_id: accountId, endpoint_id: ids.integration('webhook') };
    await insert(db, 'webhook_endpoints', {
      id: endpoint.endpoint_id,
      account_id: accountId,
      author_id: userId,
      url: 'https://bookkeeping.test/albumen/events',
      description: 'Bookkeeping',
      events: JSON.stringify(WEBHOOK_EVENTS.filter((event) => !event.includes('photos'))),
      secret: makeWebhookSecret(),
      is_active: false,
      created_at: new Date(now - 30 * DAY_MS),
    });
    const query: Queryable['query'] = async <Row>(text: string, values: readonly unknown[] = []) =>
      (await db.query(text, [...values])).rows as Row[];
    for (const { key, type, data, at, ...attempt } of await readEvents({ query }, accountId, now)) {
      const body = webhookPayload(type).parse({ type, timestamp: new Date(at).toISOString(), data });
      await insert(db, 'webhook_deliveries', {
        ...endpoint,
        ...attempt,
        id: ids.integration(`delivery ${key}`),
        event_id: `evt_${ids.integration(`event ${key}`)}`,
        type,
        payload: JSON.stringify(body),
        created_at: new Date(at),
      });
    }
  });
}

interface DemoEvent extends Readonly<Record<string, unknown>> {
  key: string;
  type: DeliveryType;
  data: unknown;
  /** Epoch milliseconds. */
  at: number;
}

/** Returns a test, the last booking and the last payments, with their last attempts: one was never delivered. */
async function readEvents(db: Queryable, accountId: string, now: number): Promise<DemoEvent[]> {
  const attempted = (at: number, attempts: number, durationMs: number) => ({
    at,
    attempts,
    attempted_at: new Date(at),
    duration_ms: durationMs,
  });
  const delivered = { status: 'delivered', answer_status: 200, answer: '{"received":true}' };
  const test = { key: 'test', type: TEST_EVENT, data: { message: 'It works.' } } as const;
  const events: DemoEvent[] = [{ ...test, ...delivered, ...attempted(now - 9 * DAY_MS, 1, 412) }];
  const [booked] = await db.query<{ id: string }>(
    `select id from sessions where account_id = $1 and source = 'client' order by created_at desc, id limit 1`,
    [accountId],
  );
  const session = booked && (await findSession(db, accountId, booked.id));
  if (session) {
    const data = { session, customer: await findCustomer(db, accountId, session.customerId) };
    const of = { key: 'booking', type: 'booking.created', data, customer_id: session.customerId } as const;
    events.push({ ...of, ...delivered, ...attempted(now - DAY_MS, 1, 186) });
  }
  const paid = await db.query<{ id: string }>(
    `select id from payments where account_id = $1 and status = 'paid' order by date desc, id limit 2`,
    [accountId],
  );
  for (const [index, { id }] of paid.entries()) {
    const payment = (await findPayment(db, accountId, id))!;
    const customerId = payment.customerId;
    const data = { payment, customer: customerId === null ? null : await findCustomer(db, accountId, customerId) };
    const of = { key: `payment ${index}`, type: 'payment.received', data, customer_id: customerId } as const;
    const answer = 'Down for maintenance until the evening';
    const failed = { status: 'failed', failure: 'status', answer_status: 503, answer };
    events.push(
      index === 0
        ? { ...of, ...delivered, ...attempted(now - 2 * DAY_MS - 40 * MINUTE_MS, 3, 230) }
        : { ...of, ...failed, ...attempted(now - 8 * DAY_MS, MAX_DELIVERY_ATTEMPTS, 95) },
    );
  }
  return events;
}
