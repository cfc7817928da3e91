import { integrations } from '#core/api/integrations.ts';
import { webhookPayload } from '#core/api/webhook-payloads.ts';
import type { Delivery, DeliveryContent, Webhook } from '#core/api/webhooks.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { makeId } from '#core/domain/values/ids.ts';
import {
  INTEGRATION_CAPABILITY,
  MAX_WEBHOOKS,
  SECRET_OVERLAP_MS,
  TEST_EVENT,
} from '#core/domain/studio/integrations.ts';
import { can, ROLES } from '#core/domain/studio/roles.ts';
import type { SecurityEventKind } from '#core/domain/studio/security-events.ts';
import type { Actor } from '../platform/auth/authorization.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';
import { isWebhookAddress } from '../platform/post-webhook.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { enqueueDelivery, insertDelivery } from './webhook-events.ts';
import { makeWebhookSecret, shownSecret } from './webhook-signature.ts';

/** Deliveries that the log shows. */
const MAX_SHOWN = 100;

const WEBHOOK = `id, url, description, events, is_active as "isActive", failing_since as "failingSince",
  paused_at as "pausedAt", created_at as "createdAt"`;

/** Returns the account's webhook, locked. @throws AppError `not_found` */
async function lockWebhook(tx: Queryable, accountId: string, id: string): Promise<Webhook> {
  const [row] = await tx.query<Webhook>(
    `select ${WEBHOOK} from webhook_endpoints where account_id = $1 and id = $2 for no key update`,
    [accountId, id],
  );
  if (!row) throw new AppError('not_found');
  return row;
}

/** An address that can be asked here; the request itself checks where its name leads. */
function assertAddress(url: string | undefined): void {
  if (url !== undefined && !isWebhookAddress(url)) throw new AppError('validation_failed', { field: 'url' });
}

async function record(
  tx: Queryable,
  { accountId, userId }: Actor,
  kind: SecurityEventKind,
  url: string,
  now: number,
): Promise<void> {
  const details = { integration: new URL(url).host };
  await recordSecurityEvent(tx, { accountId, kind, actor: { userId }, details }, now);
}

export const listWebhooks = defineHandler(integrations.listWebhooks, async ({ services, caller }) => ({
  body: {
    webhooks: await services.db.query<Webhook>(
      `select ${WEBHOOK} from webhook_endpoints where account_id = $1 order by created_at, id`,
      [caller.accountId],
    ),
  },
}));

export const createWebhook = defineHandler(integrations.createWebhook, async ({ services, caller, body }) => {
  const now = services.clock();
  const { accountId, userId } = caller;
  assertAddress(body.url);
  await limitAttempts(services.db, 'webhook-changes', { account: accountId }, now);
  const [id, secret] = [makeId(random), makeWebhookSecret()];
  const webhook = await services.db.transaction(async (tx) => {
    // Serialise creations, so that concurrent ones respect the limit.
    await tx.query('select from accounts where id = $1 for no key update', [accountId]);
    const present = await tx.query('select from webhook_endpoints where account_id = $1', [accountId]);
    if (present.length >= MAX_WEBHOOKS) throw new AppError('limit_reached', { max: MAX_WEBHOOKS });
    await tx.query(
      `insert into webhook_endpoints (id, account_id, author_id, url, description, events, secret, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
      [id, accountId, userId, body.url, body.description, JSON.stringify(body.events), secret, timestamp(now)],
    );
    await record(tx, caller, 'webhook_created', body.url, now);
    return lockWebhook(tx, accountId, id);
  });
  return { body: { secret: shownSecret(secret), webhook } };
});

/** True if other data is sent, or to another address. */
function isSentOtherwise(before: Webhook, after: Webhook): boolean {
  const sent = ({ url, events }: Webhook) => JSON.stringify([url, events.toSorted()]);
  return sent(before) !== sent(after);
}

/** True if the member who answers for a webhook may still manage integrations. */
async function hasResponsible(tx: Queryable, accountId: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    `select from webhook_endpoints e join account_members m on m.account_id = e.account_id and m.user_id = e.author_id
     where e.account_id = $1 and e.id = $2 and m.role = any ($3)`,
    [accountId, id, ROLES.filter((role) => can(role, INTEGRATION_CAPABILITY))],
  );
  return rows.length > 0;
}

export const updateWebhook = defineHandler(integrations.updateWebhook, async ({ services, caller, params, body }) => {
  assertAddress(body.url);
  await limitAttempts(services.db, 'webhook-changes', { account: caller.accountId }, services.clock());
  const webhook = await services.db.transaction(async (tx) => {
    const before = await lockWebhook(tx, caller.accountId, params.webhookId);
    const after = {
      ...before,
      url: body.url ?? before.url,
      description: body.description ?? before.description,
      events: body.events ?? before.events,
      isActive: body.isActive ?? before.isActive,
    };
    await tx.query(
      `update webhook_endpoints set url = $2, description = $3, events = $4, is_active = $5 where id = $1`,
      [before.id, after.url, after.description, JSON.stringify(after.events), after.isActive],
    );
    const isOtherwise = isSentOtherwise(before, after);
    // A description alone is no event of security.
    if (isOtherwise || after.isActive !== before.isActive)
      await record(tx, caller, 'webhook_changed', after.url, services.clock());
    // Another address begins without a past.
    if (body.isActive === true || after.url !== before.url)
      await tx.query('update webhook_endpoints set failing_since = null, paused_at = null where id = $1', [before.id]);
    // Who chooses what is sent, or where, answers for the webhook; who switches it on does if nobody else can.
    if (isOtherwise || (body.isActive === true && !(await hasResponsible(tx, caller.accountId, before.id))))
      await tx.query('update webhook_endpoints set author_id = $2 where id = $1', [before.id, caller.userId]);
    return lockWebhook(tx, caller.accountId, before.id);
  });
  return { body: webhook };
});

export const removeWebhook = defineHandler(integrations.removeWebhook, async ({ services, caller, params }) => {
  await limitAttempts(services.db, 'webhook-changes', { account: caller.accountId }, services.clock());
  await services.db.transaction(async (tx) => {
    const { id, url } = await lockWebhook(tx, caller.accountId, params.webhookId);
    await tx.query('delete from webhook_endpoints where id = $1', [id]);
    await record(tx, caller, 'webhook_removed', url, services.clock());
  });
  return { body: {} };
});

export const rotateSecret = defineHandler(integrations.rotateSecret, async ({ services, caller, params }) => {
  await limitAttempts(services.db, 'webhook-changes', { account: caller.accountId }, services.clock());
  const secret = makeWebhookSecret();
  await services.db.transaction(async (tx) => {
    const { id, url } = await lockWebhook(tx, caller.accountId, params.webhookId);
    await record(tx, caller, 'webhook_changed', url, services.clock());
    await tx.query(
      'update webhook_endpoints set previous_secret = secret, previous_until = $3, secret = $2 where id = $1',
      [id, secret, timestamp(services.clock() + SECRET_OVERLAP_MS)],
    );
  });
  return { body: { secret: shownSecret(secret) } };
});

export const testWebhook = defineHandler(integrations.testWebhook, async ({ services, caller, params }) => {
  const now = services.clock();
  const { accountId } = caller;
  await limitAttempts(services.db, 'webhook-tests', { account: accountId }, now);
  const data = { message: 'It works.' };
  const body = webhookPayload(TEST_EVENT).parse({ type: TEST_EVENT, timestamp: new Date(now).toISOString(), data });
  const deliveryId = await services.db.transaction(async (tx) => {
    const { id: endpointId, isActive, pausedAt } = await lockWebhook(tx, accountId, params.webhookId);
    if (!isActive || pausedAt !== null) throw new AppError('transition_refused');
    const event = { eventId: `evt_${makeId(random)}`, type: TEST_EVENT, body, customerId: null, galleryId: null };
    return insertDelivery(tx, { accountId, endpointId, ...event }, now);
  });
  return { body: { deliveryId: deliveryId! } };
});

export const listDeliveries = defineHandler(integrations.listDeliveries, async ({ services, caller, params }) => {
  const { accountId } = caller;
  const { id } = await lockWebhook(services.db, accountId, params.webhookId);
  const deliveries = await services.db.query<Delivery>(
    `select id, event_id as "eventId", type, status, attempts, attempted_at as "attemptedAt",
       next_attempt_at as "nextAttemptAt", failure, answer_status as "answerStatus",
       duration_ms as "durationMs", created_at as "createdAt"
     from webhook_deliveries where account_id = $1 and endpoint_id = $2 order by created_at desc, id desc
     limit ${MAX_SHOWN}`,
    [accountId, id],
  );
  return { body: { deliveries } };
});

export const readDelivery = defineHandler(integrations.readDelivery, async ({ services, caller, params }) => {
  const [content] = await services.db.query<DeliveryContent>(
    'select payload, answer from webhook_deliveries where account_id = $1 and endpoint_id = $2 and id = $3',
    [caller.accountId, params.webhookId, params.deliveryId],
  );
  if (!content) throw new AppError('not_found');
  return { body: content };
});

export const resendDelivery = defineHandler(integrations.resendDelivery, async ({ services, caller, params }) => {
  const now = services.clock();
  const { accountId } = caller;
  await limitAttempts(services.db, 'webhook-tests', { account: accountId }, now);
  await services.db.transaction(async (tx) => {
    const { isActive, pausedAt } = await lockWebhook(tx, accountId, params.webhookId);
    if (!isActive || pausedAt !== null) throw new AppError('transition_refused');
    const [delivery] = await tx.query<{ id: string }>(
      `update webhook_deliveries set status = 'pending', attempts = 0, next_attempt_at = $4
       where account_id = $1 and endpoint_id = $2 and id = $3 returning id`,
      [accountId, params.webhookId, params.deliveryId, timestamp(now)],
    );
    if (!delivery) throw new AppError('not_found');
    await enqueueDelivery(tx, accountId, delivery.id, now);
  });
  return { body: {} };
});
