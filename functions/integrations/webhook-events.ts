import { webhookPayload } from '#core/api/webhook-payloads.ts';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { makeId } from '#core/domain/values/ids.ts';
import type { WebhookEvent } from '#core/domain/studio/integrations.ts';
import type { EffectRun, Effects } from '../outbox/effects.ts';
import { continueEffect, enqueue } from '../outbox/enqueue.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';
import { findCustomer, findPayment, findSession } from './client-resources.ts';
import { findGallery } from './gallery-resources.ts';
import { findOrder } from './order-resources.ts';
import { findProposal } from './proposal-resources.ts';
import { findSelection } from './selection-resources.ts';

/** How long photos in progress delay the event of those that are ready, in milliseconds. */
const UPLOAD_WAIT_MS = 20 * MINUTE_MS;
/** Pause between two looks at them. */
const UPLOAD_LOOK_MS = 15_000;

type Subject = Effects['webhook.event'];

interface EventContent {
  data: unknown;
  /** Whom the data name, so that erasing them deletes the deliveries. */
  customerId: string | null;
  galleryId: string | null;
}

/**
 * Writes an event that a trigger has requested: one delivery for each endpoint that wants it, with the resources as they
 * are now. Nothing for a subject that is gone.
 */
export async function writeWebhookEvent({
  id,
  idempotencyKey,
  payload,
  jobs,
}: EffectRun<'webhook.event'>): Promise<void> {
  const now = jobs.clock();
  await jobs.db.transaction(async (tx) => {
    // The lock ends with the transaction: another run of this event waits, and finds the deliveries.
    const [effect] = await tx.query<{ accountId: string }>(
      `select o.account_id as "accountId" from outbox o join accounts a on a.id = o.account_id
       where o.id = $1 and a.deleted_at is null for no key update of o`,
      [id],
    );
    if (!effect) return;
    const { accountId } = effect;
    if (payload.type === 'photos.ready' && (await isUploading(tx, accountId, payload.galleryId ?? '', now))) {
      return continueEffect(tx, { id, idempotencyKey }, payload, now + UPLOAD_LOOK_MS);
    }
    const content = await readContent(tx, accountId, payload, jobs.appOrigin, now);
    if (!content) return;
    const { type } = payload;
    const body = webhookPayload(type).parse({ type, timestamp: new Date(now).toISOString(), data: content.data });
    const endpoints = await tx.query<{ id: string }>(
      `select id from webhook_endpoints
       where account_id = $1 and is_active and paused_at is null and events ? $2 order by id`,
      [accountId, type],
    );
    for (const { id: endpointId } of endpoints) {
      const delivery = { ...content, accountId, endpointId, eventId: `evt_${idempotencyKey}`, type, body };
      await insertDelivery(tx, delivery, now);
    }
  });
}

interface NewDelivery extends Pick<EventContent, 'customerId' | 'galleryId'> {
  accountId: string;
  endpointId: string;
  eventId: string;
  type: string;
  body: unknown;
}

/** Writes a delivery and its effect, once for each event and endpoint. Returns its id; undefined if it was there. */
export async function insertDelivery(tx: Queryable, delivery: NewDelivery, now: number): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `insert into webhook_deliveries (id, account_id, endpoint_id, event_id, type, customer_id, gallery_id, payload,
       next_attempt_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) on conflict (endpoint_id, event_id) do nothing returning id`,
    [
      makeId(random),
      delivery.accountId,
      delivery.endpointId,
      delivery.eventId,
      delivery.type,
      delivery.customerId,
      delivery.galleryId,
      JSON.stringify(delivery.body),
      timestamp(now),
    ],
  );
  if (row) await enqueueDelivery(tx, delivery.accountId, row.id, now);
  return row?.id;
}

export async function enqueueDelivery(
  tx: Queryable,
  accountId: string,
  deliveryId: string,
  now: number,
): Promise<void> {
  await enqueue(tx, accountId, 'webhook.send', { deliveryId }, now, { dedupeKey: `webhook-send:${deliveryId}` });
}

/** True while photos of the gallery are being uploaded or processed; an abandoned upload delays nothing for long. */
async function isUploading(tx: Queryable, accountId: string, galleryId: string, now: number): Promise<boolean> {
  const rows = await tx.query(
    `select from photos where account_id = $1 and gallery_id = $2 and status in ('uploading', 'processing')
       and deleted_at is null and updated_at > $3 limit 1`,
    [accountId, galleryId, timestamp(now - UPLOAD_WAIT_MS)],
  );
  return rows.length > 0;
}

/** Reads a client after an erasure in progress, which would not find the delivery. */
async function lockedCustomer(tx: Queryable, accountId: string, id: string) {
  await tx.query('select from customers where account_id = $1 and id = $2 for key share', [accountId, id]);
  return findCustomer(tx, accountId, id);
}

const READERS: Readonly<
  Record<
    WebhookEvent,
    (db: Queryable, accountId: string, subject: Subject, origin: string, now: number) => Promise<EventContent | null>
  >
> = {
  'gallery.published': ofGallery,
  'photos.ready': ofGallery,
  async 'selection.submitted'(db, accountId, { listId = '' }, origin) {
    await db.query(
      `select from gallery_people p join pick_lists l on l.account_id = p.account_id and l.gallery_id = p.gallery_id
       where l.account_id = $1 and l.id = $2 order by p.id for share of p`,
      [accountId, listId],
    );
    const selection = await findSelection(db, accountId, listId);
    const gallery = selection && (await findGallery(db, accountId, selection.galleryId, origin));
    return gallery && { data: { selection, gallery }, customerId: gallery.customerId, galleryId: gallery.id };
  },
  async 'booking.created'(db, accountId, { sessionId = '' }) {
    const session = await findSession(db, accountId, sessionId);
    if (!session) return null;
    const customer = await lockedCustomer(db, accountId, session.customerId);
    return { data: { session, customer }, customerId: session.customerId, galleryId: null };
  },
  async 'payment.received'(db, accountId, { paymentId = '' }) {
    const payment = await findPayment(db, accountId, paymentId);
    if (!payment) return null;
    const { customerId } = payment;
    const customer = customerId === null ? null : await lockedCustomer(db, accountId, customerId);
    return { data: { payment, customer }, customerId, galleryId: null };
  },
  'proposal.sent': ofProposal,
  'proposal.accepted': ofProposal,
  'proposal.declined': ofProposal,
  'order.placed': ofOrder,
  'order.withdrawn': ofOrder,
};

/** As it is now: one that was withdrawn meanwhile is no event. */
async function ofProposal(
  db: Queryable,
  accountId: string,
  { proposalId = '' }: Subject,
  _origin: string,
  now: number,
) {
  const proposal = await findProposal(db, accountId, proposalId, now);
  if (!proposal) return null;
  const { customerId } = proposal;
  return { data: { proposal, customer: await lockedCustomer(db, accountId, customerId) }, customerId, galleryId: null };
}

async function ofOrder(db: Queryable, accountId: string, { orderId = '' }: Subject) {
  const order = await findOrder(db, accountId, orderId);
  if (!order) return null;
  const { customerId } = order;
  return { data: { order, customer: await lockedCustomer(db, accountId, customerId) }, customerId, galleryId: null };
}

async function ofGallery(db: Queryable, accountId: string, { galleryId = '' }: Subject, origin: string) {
  const gallery = await findGallery(db, accountId, galleryId, origin);
  return gallery && { data: { gallery }, customerId: gallery.customerId, galleryId };
}

const readContent = (
  db: Queryable,
  accountId: string,
  subject: Subject,
  origin: JobServices['appOrigin'],
  now: number,
) => READERS[subject.type](db, accountId, subject, origin, now);
