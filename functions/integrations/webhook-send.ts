import { DAY_MS } from '#core/domain/values/durations.ts';
import {
  type DeliveryType,
  MAX_DELIVERY_ATTEMPTS,
  RETRY_DELAYS_S,
  TEST_EVENT,
} from '#core/domain/studio/integrations.ts';
import { notifyStudio } from '../notifications/studio-notifications.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { continueEffect } from '../outbox/enqueue.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { WebhookAttempt } from '../platform/post-webhook.ts';
import { signedHeaders } from './webhook-signature.ts';

/** How long every attempt must fail before a webhook is paused; its last delivery has then ended. */
const PAUSE_AFTER_MS = 3 * DAY_MS;
/** HTTP status by which a server says that it wants no more events. */
const GONE = 410;

interface DeliveryRow {
  id: string;
  accountId: string;
  endpointId: string;
  eventId: string;
  type: DeliveryType;
  payload: string;
  attempts: number;
  url: string;
  secret: string;
  previousSecret: string | null;
  /** False also while the member who answers for the webhook is banned. */
  isOn: boolean;
}

/**
 * Attempts a delivery, writes the result to the log, and plans the next attempt. An attempt whose result was lost in a
 * crash is repeated: receivers know the event by its id.
 */
export async function sendWebhook(run: EffectRun<'webhook.send'>): Promise<void> {
  const { payload, jobs } = run;
  const delivery = await readDelivery(jobs.db, payload.deliveryId, jobs.clock());
  if (!delivery) return;
  if (!delivery.isOn) return endDelivery(jobs.db, delivery.id);
  const startedAt = jobs.clock();
  const { eventId: id, payload: body, secret, previousSecret } = delivery;
  const headers = signedHeaders({ id, at: startedAt, body }, previousSecret ? [secret, previousSecret] : [secret]);
  const attempt = await jobs.postWebhook(delivery.url, { ...headers, 'user-agent': 'Albumen-Webhooks/1' }, body);
  await jobs.db.transaction((tx) => recordAttempt(tx, run, delivery, attempt, startedAt));
}

async function readDelivery(db: Queryable, id: string, now: number): Promise<DeliveryRow | undefined> {
  const [row] = await db.query<DeliveryRow>(
    `select d.id, d.account_id as "accountId", d.endpoint_id as "endpointId", d.event_id as "eventId", d.type,
       d.payload, d.attempts, e.url, e.secret,
       e.is_active and e.paused_at is null
         and not exists (select from auth_user(e.author_id) u where u.banned_until > $2) as "isOn",
       case when e.previous_until > $2 then e.previous_secret end as "previousSecret"
     from webhook_deliveries d join webhook_endpoints e on e.account_id = d.account_id and e.id = d.endpoint_id
       join accounts a on a.id = d.account_id
     where d.id = $1 and d.status = 'pending' and a.deleted_at is null`,
    [id, timestamp(now)],
  );
  return row;
}

async function endDelivery(db: Queryable, id: string): Promise<void> {
  await db.query(
    `update webhook_deliveries set status = 'failed', failure = 'paused', next_attempt_at = null
     where id = $1 and status = 'pending'`,
    [id],
  );
}

async function recordAttempt(
  tx: Queryable,
  { id, idempotencyKey, payload, jobs }: EffectRun<'webhook.send'>,
  delivery: DeliveryRow,
  { failure, status, answer }: WebhookAttempt,
  startedAt: number,
): Promise<void> {
  const now = jobs.clock();
  const attempts = delivery.attempts + 1;
  const isOver = failure !== null && (delivery.type === TEST_EVENT || attempts >= MAX_DELIVERY_ATTEMPTS);
  const retryAt = failure === null || isOver ? null : now + RETRY_DELAYS_S[attempts - 1]! * 1000;
  // The endpoint first, as handlers lock it.
  await tx.query('select from webhook_endpoints where id = $1 for no key update', [delivery.endpointId]);
  const [written] = await tx.query(
    `update webhook_deliveries set attempts = $2, attempted_at = $3, failure = $4, answer_status = $5, answer = $6,
       duration_ms = $7, next_attempt_at = $8, status = $9
     where id = $1 and status = 'pending' returning id`,
    [
      delivery.id,
      attempts,
      timestamp(startedAt),
      failure,
      status,
      answer,
      Math.max(0, now - startedAt),
      timestamp(retryAt),
      failure === null ? 'delivered' : isOver ? 'failed' : 'pending',
    ],
  );
  // Erased or ended meanwhile.
  if (!written) return;
  if (failure === null) {
    await tx.query('update webhook_endpoints set failing_since = null, paused_at = null where id = $1', [
      delivery.endpointId,
    ]);
    return;
  }
  if (delivery.type === TEST_EVENT) return;
  if (retryAt !== null) await continueEffect(tx, { id, idempotencyKey }, payload, retryAt);
  await pauseIfDead(tx, delivery, status === GONE, now);
}

/** Pauses a webhook that nothing has reached for days, and tells the studio. */
async function pauseIfDead(
  tx: Queryable,
  { accountId, endpointId }: DeliveryRow,
  isGone: boolean,
  now: number,
): Promise<void> {
  const [paused] = await tx.query<{ isPaused: boolean }>(
    `update webhook_endpoints set failing_since = coalesce(failing_since, $2),
       paused_at = case when $3 or failing_since <= $4 then $2 end
     where id = $1 and paused_at is null returning paused_at is not null as "isPaused"`,
    [endpointId, timestamp(now), isGone, timestamp(now - PAUSE_AFTER_MS)],
  );
  if (paused?.isPaused) await notifyStudio(tx, { accountId, what: 'webhook', webhookId: endpointId }, now);
}
