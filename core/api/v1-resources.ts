import { z } from 'zod';
import { GALLERY_STATUSES } from '../domain/galleries/galleries.ts';
import { galleryId, rowId } from '../domain/values/ids.ts';
import { PHOTO_STATUSES, photoFailure } from '../domain/photos/photos.ts';
import { PAYMENT_PURPOSES, PAYMENT_STATUSES } from '../domain/payments/payments.ts';
import { LINE_CHOICES } from '../domain/payments/proposal-prices.ts';
import { PROPOSAL_STATES } from '../domain/payments/proposals.ts';
import { SESSION_STATUSES } from '../domain/sessions/sessions.ts';

/*
 * Resources as integrators read them, by REST and in webhooks alike. Times are ISO 8601 in UTC, amounts are integer
 * minor units with their currency. Rooms of the product may rename what they store; these names stay.
 */

const time = z.iso.datetime().meta({ description: 'ISO 8601 in UTC.' });

const moneyResource = z
  .object({
    amount: z.int().meta({ description: 'Integer minor units: cents of euros, whole yen.' }),
    currency: z.string().meta({ description: 'ISO 4217, for example EUR.' }),
  })
  .meta({ id: 'Money' });

export const accountResource = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    timeZone: z.string().meta({ description: 'IANA time zone of the studio.' }),
    currency: z.string(),
    scopes: z.array(z.string()).meta({ description: 'Permissions of the token.' }),
    galleryId: z.string().nullable().meta({ description: 'The only gallery that the token may use; null for all.' }),
  })
  .meta({ id: 'Account' });

export const usageResource = z
  .object({
    month: z.string(),
    storedBytes: z.number().meta({ description: 'Bytes stored now, with those in the trash.' }),
    trashBytes: z.number().meta({ description: 'Bytes in the trash.' }),
    days: z.array(
      z.object({
        day: z.string().meta({ description: 'A UTC day with usage, for example 2026-05-01.' }),
        hours: z.number().int().meta({ description: 'Hours of the day that were counted.' }),
        byteHours: z.number().meta({ description: 'Sum over these hours of the bytes stored.' }),
        downloadBytes: z.number().meta({ description: 'Bytes of files that clients saved.' }),
      }),
    ),
  })
  .meta({ id: 'Usage' });

const contactResource = z
  .object({
    id: rowId,
    name: z.string().meta({ description: 'Empty: the client’s name.' }),
    email: z.string(),
    phone: z.string(),
    language: z.string().nullable().meta({ description: 'Language of mails; null: the client’s.' }),
    receives: z.boolean().meta({ description: 'Gets mails about sessions, and invitations.' }),
    chooses: z.boolean().meta({ description: 'Chooses photos.' }),
    signs: z.boolean().meta({ description: 'Signs contracts.' }),
    pays: z.boolean().meta({ description: 'Gets mails about payments, and pays.' }),
  })
  .meta({ id: 'Contact' });

export const customerResource = z
  .object({
    id: rowId,
    name: z.string(),
    email: z.string().meta({ description: 'Empty if unknown.' }),
    phone: z.string(),
    address: z.string(),
    taxId: z.string(),
    language: z.string().nullable().meta({ description: 'Language of mails; null: the studio’s.' }),
    tags: z.array(z.string()),
    contacts: z
      .array(contactResource)
      .meta({ description: 'The people of the client. The first one has the client’s email and phone.' }),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Customer' });

export const sessionResource = z
  .object({
    id: rowId,
    customerId: rowId,
    type: z.string().meta({ description: 'Name of the session, for example its session type.' }),
    status: z.enum(SESSION_STATUSES),
    source: z.enum(['studio', 'client']),
    startsAt: time,
    endsAt: time,
    timeZone: z.string(),
    location: z.string(),
    galleryId: galleryId.nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Session' });

export const galleryResource = z
  .object({
    id: galleryId,
    name: z.string(),
    status: z.enum(GALLERY_STATUSES),
    visibility: z.string(),
    customerId: rowId.nullable(),
    date: time.nullable().meta({ description: 'Day of the shoot.' }),
    expiresAt: time.nullable(),
    publishedAt: time.nullable(),
    photoCount: z.int(),
    readyCount: z.int().meta({ description: 'Photos that clients can see; the rest is being processed, or failed.' }),
    url: z.url().meta({ description: 'Page for clients.' }),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Gallery' });

export const sectionResource = z
  .object({ id: rowId, name: z.string(), isVisible: z.boolean() })
  .meta({ id: 'Section' });

export const photoResource = z
  .object({
    id: rowId,
    galleryId,
    sectionId: rowId.nullable(),
    filename: z.string(),
    sourceFilename: z
      .string()
      .meta({ description: 'Name that it was first uploaded with: catalogues know it by this.' }),
    status: z.enum(PHOTO_STATUSES),
    failure: photoFailure.nullable(),
    mimeType: z.string(),
    size: z.int().meta({ description: 'Bytes of the original.' }),
    width: z.int().nullable(),
    height: z.int().nullable(),
    isHidden: z.boolean(),
    capturedAt: time.nullable(),
    uploadedAt: time,
  })
  .meta({ id: 'Photo' });

export const selectionResource = z
  .object({
    id: rowId,
    galleryId,
    kind: z.enum(['favourites', 'selection']),
    name: z.string(),
    status: z.enum(['open', 'submitted', 'locked']),
    people: z.array(z.object({ id: rowId, name: z.string(), email: z.string() })),
    chosenCount: z.int().meta({ description: 'Number of distinct chosen photos.' }),
    round: z.int().meta({ description: 'Number of submissions.' }),
    submittedAt: time.nullable(),
    dueAt: time.nullable(),
    createdAt: time,
  })
  .meta({ id: 'Selection' });

export const pickResource = z
  .object({
    photoId: rowId,
    filename: z.string(),
    sourceFilename: z.string(),
    personId: rowId,
    state: z.enum(['pick', 'maybe', 'reject']).meta({ description: 'Only `pick` is chosen.' }),
    rating: z.int().min(0).max(5),
    label: z.enum(['red', 'yellow', 'green', 'blue', 'purple']).nullable(),
  })
  .meta({ id: 'Pick' });

export const paymentResource = z
  .object({
    id: rowId,
    kind: z.enum(['payment', 'refund']),
    refundOf: rowId.nullable().meta({ description: 'The refunded payment.' }),
    sessionId: rowId
      .nullable()
      .meta({ description: 'Null for extra photos of a gallery without a session that pays.' }),
    orderId: rowId.meta({ description: 'What it pays. The order of a session has the session’s id.' }),
    customerId: rowId.nullable(),
    purpose: z.enum(PAYMENT_PURPOSES),
    method: z.string(),
    status: z.enum(PAYMENT_STATUSES),
    money: moneyResource.meta({ description: 'Never negative: `kind` tells refunds.' }),
    receipt: z.string().nullable().meta({ description: 'Receipt number.' }),
    date: time,
    createdAt: time,
  })
  .meta({ id: 'Payment' });

export const orderResource = z
  .object({
    id: rowId.meta({ description: 'The order of a session has the session’s id.' }),
    kind: z.string().meta({
      description:
        '`session`; `gallery` for extra photos without a session that pays; `proposal` for an accepted one without a session; others for what is sold otherwise.',
    }),
    sessionId: rowId.nullable(),
    customerId: rowId,
    total: moneyResource,
    paid: moneyResource.meta({ description: 'Received and not refunded.' }),
    open: z.int().meta({ description: 'Total minus paid, in minor units; negative if more was received.' }),
    lines: z
      .array(
        z.object({
          kind: z.string().meta({ description: '`price` of the session, `extras`, `product`, or `other`.' }),
          title: z.string().meta({ description: 'As it was when it was added; may be empty.' }),
          quantity: z.int(),
          unitAmount: z.int().nullable(),
          discount: z.int(),
          amount: z.int().meta({ description: 'Negative in what the studio does not charge.' }),
        }),
      )
      .meta({ description: 'What it charges, in minor units. The amounts sum to the total.' }),
    withdrawnAt: time.nullable().meta({ description: 'When the client withdrew from the contract.' }),
    instalments: z
      .array(z.object({ amount: z.int(), paid: z.int(), dueAt: time }))
      .meta({ description: 'The payment plan in order, in minor units; empty without one.' }),
    createdAt: time,
  })
  .meta({ id: 'Order' });

export const proposalResource = z
  .object({
    id: rowId.meta({ description: 'An accepted proposal is the order with this id.' }),
    status: z.enum(PROPOSAL_STATES),
    title: z.string(),
    customerId: rowId,
    sessionId: rowId.nullable().meta({ description: 'The session that acceptance booked.' }),
    lines: z.array(
      z.object({
        title: z.string(),
        quantity: z.int(),
        unitAmount: z.int().meta({ description: 'Minor units of the studio’s currency, before a discount.' }),
        choice: z.enum(LINE_CHOICES),
        group: z.string().meta({ description: 'Of `one_of` lines: the client takes one of each group.' }),
        isChosen: z.boolean().meta({ description: 'True once it was accepted with this line.' }),
      }),
    ),
    validUntil: time,
    sentAt: time,
    decidedAt: time.nullable().meta({ description: 'When it was accepted or declined.' }),
  })
  .meta({ id: 'Proposal' });

export type ProposalResource = z.infer<typeof proposalResource>;
export type OrderResource = z.infer<typeof orderResource>;
export type CustomerResource = z.infer<typeof customerResource>;
export type SessionResource = z.infer<typeof sessionResource>;
export type GalleryResource = z.infer<typeof galleryResource>;
export type SectionResource = z.infer<typeof sectionResource>;
export type PhotoResource = z.infer<typeof photoResource>;
export type SelectionResource = z.infer<typeof selectionResource>;
export type PickResource = z.infer<typeof pickResource>;
export type PaymentResource = z.infer<typeof paymentResource>;
