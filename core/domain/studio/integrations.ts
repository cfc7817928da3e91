import { z } from 'zod';
import { DAY_MS } from '../values/durations.ts';
import { galleryId } from '../values/ids.ts';
import { line, text } from '../values/primitives.ts';
import type { Capability } from './roles.ts';

/** Permissions of an API token; must equal the CHECK of `api_tokens.scopes`. */
export const SCOPES = [
  'customers:read',
  'customers:write',
  'sessions:read',
  'galleries:read',
  'galleries:write',
  'photos:upload',
  'photos:write',
  'selections:read',
  'payments:read',
] as const;
export const scope = z.enum(SCOPES);
export type Scope = z.infer<typeof scope>;

/** Permissions that concern one gallery: those that a token of a single gallery may have. */
export const GALLERY_SCOPES: readonly Scope[] = [
  'galleries:read',
  'galleries:write',
  'photos:upload',
  'photos:write',
  'selections:read',
];

/** The capability of `core/domain/studio/roles.ts` that creating and using tokens and webhooks requires. */
export const INTEGRATION_CAPABILITY: Capability = 'integrations.manage';

export const MAX_API_TOKENS = 20;
export const MAX_TOKEN_DAYS = 366;
/** Choices of a token's lifetime in days. */
export const TOKEN_DAYS = [30, 90, 365] as const;

/** Letters after `alb_`: 160 random bits, and a checksum of the letters before it, five bits a letter. */
export const TOKEN_RANDOM_LETTERS = 32;
export const TOKEN_CHECKSUM_LETTERS = 7;
/** Letters of a token that stay readable, so that people recognise it. */
export const TOKEN_PREFIX_LETTERS = 'alb_'.length + 6;
/** Finds tokens anywhere in a text; secret scanners use the same pattern. */
export const TOKEN_PATTERN = /alb_[0-9a-hjkmnp-tv-z]{39}/;

export const tokenName = line.min(1).max(80);

export const newApiToken = z
  .strictObject({
    name: tokenName,
    scopes: z
      .array(scope)
      .min(1)
      .max(SCOPES.length)
      .transform((list) => SCOPES.filter((one) => list.includes(one))),
    /** The only gallery that it may use; null for all of the studio. */
    galleryId: galleryId.nullable().default(null),
    /** Epoch milliseconds; at most a year ahead. */
    expiresAt: z.number().int().min(0),
  })
  .refine(({ galleryId: one, scopes }) => one === null || scopes.every((each) => GALLERY_SCOPES.includes(each)), {
    path: ['scopes'],
  });

export const maxTokenExpiry = (now: number): number => now + MAX_TOKEN_DAYS * DAY_MS;

/** Events of webhooks; must equal the CHECKs of `webhook_endpoints.events` and `webhook_deliveries.type`. */
export const WEBHOOK_EVENTS = [
  'gallery.published',
  'photos.ready',
  'selection.submitted',
  'booking.created',
  'payment.received',
  'proposal.sent',
  'proposal.accepted',
  'proposal.declined',
  'order.placed',
  'order.withdrawn',
] as const;
export const webhookEvent = z.enum(WEBHOOK_EVENTS);
export type WebhookEvent = z.infer<typeof webhookEvent>;
/** The type of a test, which the studio sends itself. */
export const TEST_EVENT = 'webhook.test';
export const deliveryType = z.enum([...WEBHOOK_EVENTS, TEST_EVENT]);
export type DeliveryType = z.infer<typeof deliveryType>;

export const MAX_WEBHOOKS = 10;
/** How long the log of deliveries is kept. */
export const DELIVERY_LOG_MS = 30 * DAY_MS;
/** How long a replaced secret still signs. */
export const SECRET_OVERLAP_MS = DAY_MS;

/** Schema alone; the address is checked when the request is sent. */
export const webhookUrl = text
  .trim()
  .max(2000)
  .regex(/^https?:\/\/[^\s/?#@\\]+(?:[/?#][^\s\\]*)?$/i);

export const webhookFields = z.strictObject({
  url: webhookUrl,
  description: line.max(200),
  events: z
    .array(webhookEvent)
    .min(1)
    .max(WEBHOOK_EVENTS.length)
    .transform((list) => WEBHOOK_EVENTS.filter((one) => list.includes(one))),
});
export type WebhookFields = z.infer<typeof webhookFields>;

const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export const deliveryStatus = z.enum(DELIVERY_STATUSES);
export type DeliveryStatus = z.infer<typeof deliveryStatus>;

/**
 * Why an attempt failed: `status`: an answer other than 2xx; `address`: the host resolves to a private network;
 * `paused`: the endpoint was switched off before the attempt.
 */
const DELIVERY_FAILURES = ['status', 'timeout', 'address', 'dns', 'tls', 'connection', 'paused'] as const;
export const deliveryFailure = z.enum(DELIVERY_FAILURES);
export type DeliveryFailure = z.infer<typeof deliveryFailure>;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds between the attempts of a delivery: ten attempts within three days (Standard Webhooks). */
export const RETRY_DELAYS_S = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;
export const MAX_DELIVERY_ATTEMPTS = RETRY_DELAYS_S.length + 1;
