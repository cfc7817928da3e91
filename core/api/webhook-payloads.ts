import { z } from 'zod';
import { TEST_EVENT, type DeliveryType } from '../domain/studio/integrations.ts';
import {
  customerResource,
  galleryResource,
  orderResource,
  paymentResource,
  proposalResource,
  selectionResource,
  sessionResource,
} from './v1-resources.ts';

const ofProposal = z.object({ proposal: proposalResource, customer: customerResource.nullable() });

const ofOrder = z.object({ order: orderResource, customer: customerResource.nullable() });

/** The data of each event: the same resources as by REST, as they are when the event is sent. */
export const WEBHOOK_DATA = {
  'gallery.published': z.object({ gallery: galleryResource }),
  'photos.ready': z.object({ gallery: galleryResource }),
  'selection.submitted': z.object({ selection: selectionResource, gallery: galleryResource }),
  'booking.created': z.object({ session: sessionResource, customer: customerResource.nullable() }),
  'payment.received': z.object({ payment: paymentResource, customer: customerResource.nullable() }),
  'proposal.sent': ofProposal,
  'proposal.accepted': ofProposal,
  'proposal.declined': ofProposal,
  'order.placed': ofOrder,
  'order.withdrawn': ofOrder,
  [TEST_EVENT]: z.object({ message: z.string() }),
} as const satisfies Record<DeliveryType, z.ZodType>;

/** Descriptions of the events for the reference. */
export const WEBHOOK_SUMMARIES: Readonly<Record<DeliveryType, string>> = {
  'gallery.published': 'A gallery was published',
  'photos.ready': 'New photos of a gallery are ready; one event for all that are uploaded together',
  'selection.submitted': 'A client submitted a selection; its photos are at /api/v1/selections/{selectionId}/photos',
  'booking.created': 'A client booked or requested a session',
  'payment.received': 'A payment was received',
  'proposal.sent': 'A proposal was sent to a client',
  'proposal.accepted': 'A client accepted a proposal',
  'proposal.declined': 'A client declined a proposal',
  'order.placed': 'Something was ordered without a session: by the studio for a client, or as extra photos',
  'order.withdrawn': 'A client withdrew from an order',
  [TEST_EVENT]: 'A test that the studio sent itself',
};

/** Returns the body of an event. */
export const webhookPayload = <T extends DeliveryType>(type: T) =>
  z
    .object({ type: z.literal(type), timestamp: z.iso.datetime(), data: WEBHOOK_DATA[type] })
    .meta({ id: `Event.${type}` });
