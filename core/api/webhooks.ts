import { z } from 'zod';
import { rowId } from '../domain/values/ids.ts';
import {
  deliveryFailure,
  deliveryStatus,
  deliveryType,
  webhookEvent,
  webhookFields,
} from '../domain/studio/integrations.ts';
import { endpoint } from './endpoint.ts';

/** A webhook as the settings list it. Times are epoch milliseconds. */
export const webhook = z.object({
  id: rowId,
  url: z.string(),
  description: z.string(),
  events: z.array(webhookEvent),
  isActive: z.boolean(),
  /** The first failed attempt since the last successful one. */
  failingSince: z.number().nullable(),
  /** Set when it was paused because nothing had arrived for days. */
  pausedAt: z.number().nullable(),
  createdAt: z.number(),
});
export type Webhook = z.infer<typeof webhook>;

/** One event for one webhook, with its last attempt. */
export const delivery = z.object({
  id: rowId,
  eventId: z.string(),
  type: deliveryType,
  status: deliveryStatus,
  attempts: z.number(),
  attemptedAt: z.number().nullable(),
  nextAttemptAt: z.number().nullable(),
  failure: deliveryFailure.nullable(),
  answerStatus: z.number().nullable(),
  durationMs: z.number().nullable(),
  createdAt: z.number(),
});
export type Delivery = z.infer<typeof delivery>;

/** What a delivery sent and what came back: people's data. */
export const deliveryContent = z.object({
  /** The payload as it was sent. */
  payload: z.string(),
  /** The first kilobyte of the last answer. */
  answer: z.string().nullable(),
});
export type DeliveryContent = z.infer<typeof deliveryContent>;

const MANAGE = { access: 'member', channel: 'backoffice', capability: 'integrations.manage' } as const;
const one = z.strictObject({ webhookId: rowId });
const oneDelivery = one.extend({ deliveryId: rowId });

/** Webhooks of a studio. No token can call these. */
export const webhooks = {
  listWebhooks: endpoint({
    ...MANAGE,
    method: 'GET',
    path: '/api/webhooks',
    recentSignIn: false,
    response: z.object({ webhooks: z.array(webhook) }),
  }),
  /** The secret is in this response, and in that of `rotateSecret`. Failures: `recent_sign_in_required`, `limit_reached`. */
  createWebhook: endpoint({
    ...MANAGE,
    method: 'POST',
    path: '/api/webhooks',
    recentSignIn: true,
    body: webhookFields,
    response: z.object({ secret: z.string(), webhook }),
    status: 201,
  }),
  /** Changes a webhook; switching it on resumes a paused one. */
  updateWebhook: endpoint({
    ...MANAGE,
    method: 'PATCH',
    path: '/api/webhooks/:webhookId',
    recentSignIn: true,
    params: one,
    body: webhookFields.extend({ isActive: z.boolean() }).partial(),
    response: webhook,
  }),
  removeWebhook: endpoint({
    ...MANAGE,
    method: 'DELETE',
    path: '/api/webhooks/:webhookId',
    whilePaused: true,
    recentSignIn: false,
    params: one,
    response: z.object({}),
  }),
  /** Makes a new secret; for a day events are signed with both. Failure: `recent_sign_in_required`. */
  rotateSecret: endpoint({
    ...MANAGE,
    method: 'POST',
    path: '/api/webhooks/:webhookId/secret',
    recentSignIn: true,
    params: one,
    response: z.object({ secret: z.string() }),
  }),
  /** Sends a test event, once. */
  testWebhook: endpoint({
    ...MANAGE,
    method: 'POST',
    path: '/api/webhooks/:webhookId/test',
    recentSignIn: false,
    params: one,
    response: z.object({ deliveryId: rowId }),
    status: 201,
  }),
  /** The latest deliveries of 30 days, the newest first. */
  listDeliveries: endpoint({
    ...MANAGE,
    method: 'GET',
    path: '/api/webhooks/:webhookId/deliveries',
    recentSignIn: false,
    params: one,
    response: z.object({ deliveries: z.array(delivery) }),
  }),
  /** Content of a delivery, with the data of clients. */
  readDelivery: endpoint({
    ...MANAGE,
    method: 'GET',
    path: '/api/webhooks/:webhookId/deliveries/:deliveryId',
    recentSignIn: true,
    params: oneDelivery,
    response: deliveryContent,
  }),
  /** Sends a delivery once more, with the same id and content. */
  resendDelivery: endpoint({
    ...MANAGE,
    method: 'POST',
    path: '/api/webhooks/:webhookId/deliveries/:deliveryId/send',
    recentSignIn: false,
    params: oneDelivery,
    response: z.object({}),
  }),
};
