import { boolean, enumeration, json, number, string, table } from '@rocicorp/zero';
import type { CancellationRule } from '../../domain/payments/cancellation.ts';
import type { OnlinePayment } from '../../domain/payments/card-payments.ts';
import type { TimeSlot } from '../../domain/slots/schedule-plans.ts';
import type { JsonObject } from './json.ts';

export const sessionTypes = table('sessionTypes')
  .from('session_types')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    photographerId: string().from('photographer_id').optional(),
    name: string(),
    description: string(),
    /** Minutes. */
    duration: number(),
    maxClients: number().from('max_clients'),
    color: string(),
    settings: json<JsonObject>(),
    isBookable: boolean().from('is_bookable'),
    requiresApproval: boolean().from('requires_approval'),
    /** The booking form asks for a second person. */
    asksSecondPerson: boolean().from('asks_second_person'),
    onlinePayment: enumeration<OnlinePayment>().from('online_payment'),
    /** What the studio keeps if a client cancels; absent: no rule, nothing is promised. */
    cancellation: json<CancellationRule>().optional(),
    /** The contract that a booking must sign before it counts as confirmed. */
    contractTemplateId: string().from('contract_template_id').optional(),
    /** The questionnaire that a booking is sent. */
    questionnaireTemplateId: string().from('questionnaire_template_id').optional(),
    automationsPaused: boolean().from('automations_paused'),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
    archivedAt: number().from('archived_at').optional(),
  })
  .primaryKey('id');

/** Separate, for members with access to money. Minor units of the account's currency. */
export const sessionTypePrices = table('sessionTypePrices')
  .from('session_type_prices')
  .columns({
    sessionTypeId: string().from('session_type_id'),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    price: number(),
    deposit: number(),
  })
  .primaryKey('sessionTypeId');

/** Times in which sessions of a type can be booked. */
export const schedulePlans = table('schedulePlans')
  .from('schedule_plans')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    sessionTypeId: string().from('session_type_id'),
    name: string(),
    /** First milliseconds of days in the studio's zone; the last day is inclusive, null is no end. */
    startDate: number().from('start_date'),
    endDate: number().from('end_date').optional(),
    /** ISO: 1 is Monday. */
    daysOfWeek: json<readonly number[]>().from('days_of_week'),
    timeSlots: json<readonly TimeSlot[]>().from('time_slots'),
    locationId: string().from('location_id').optional(),
    location: string(),
    maxBookingsPerDay: number().from('max_bookings_per_day'),
    /** Minutes kept free after each session. */
    bufferTime: number().from('buffer_time'),
    isActive: boolean().from('is_active'),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('id');
