import { boolean, enumeration, json, number, string, table } from '@rocicorp/zero';
import type { PromisedRule } from '../../domain/payments/cancellation.ts';
import type { ChecklistItem, SessionEventKind, SessionSource, SessionStatus } from '../../domain/sessions/sessions.ts';
import type { JsonObject } from './json.ts';

/** Bookings. Amounts are in `sessionBilling`. */
export const sessions = table('sessions')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    customerId: string().from('customer_id'),
    sessionTypeId: string().from('session_type_id').optional(),
    /** The session's photographer. */
    photographerId: string().from('photographer_id').optional(),
    galleryId: string().from('gallery_id').optional(),
    date: number(),
    /** Minutes. */
    duration: number(),
    /** Title. */
    type: string(),
    locationId: string().from('location_id').optional(),
    location: string(),
    notes: string(),
    status: enumeration<SessionStatus>(),
    source: enumeration<SessionSource>(),
    clientMessage: string().from('client_message'),
    /** The rule of its type when it was booked; absent: nothing was promised. */
    cancellation: json<PromisedRule>().optional(),
    checklist: json<readonly ChecklistItem[]>(),
    /** Last status change (previous status, time, member), for undo. */
    previousStatus: enumeration<SessionStatus>().from('previous_status').optional(),
    statusChangedAt: number().from('status_changed_at').optional(),
    statusChangedBy: string().from('status_changed_by').optional(),
    /** When the studio accepted the request; null: at `createdAt`. */
    bookedAt: number().from('booked_at').optional(),
    automationsPaused: boolean().from('automations_paused'),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
    deletedAt: number().from('deleted_at').optional(),
  })
  .primaryKey('id');

/** Events of a session; written by the server only. */
export const sessionEvents = table('sessionEvents')
  .from('session_events')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    sessionId: string().from('session_id'),
    kind: enumeration<SessionEventKind>(),
    /** Null: the client. */
    actorId: string().from('actor_id').optional(),
    details: json<JsonObject>(),
    at: number(),
  })
  .primaryKey('id');
