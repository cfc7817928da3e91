import { z } from 'zod';
import { cancellationRule } from '../payments/cancellation.ts';
import { onlinePayment } from '../payments/card-payments.ts';
import { rowId, userId } from '../values/ids.ts';
import { line, money, text, translations } from '../values/primitives.ts';
import { duration } from './sessions.ts';

/** Fields of a session type. Its price is a separate row, for members who may see money. */
const sessionTypeFields = z.strictObject({
  name: line.min(1).max(120),
  description: text.trim().max(4000),
  translations,
  /** Minutes. */
  duration,
  /** Clients per slot. */
  maxClients: z.number().int().min(1).max(1000),
  color: z.string().regex(/^#[0-9A-Fa-f]{6}$/),
  /** Photographer of its sessions; null: anyone. */
  photographerId: userId.nullable(),
  isBookable: z.boolean(),
  requiresApproval: z.boolean(),
  /** The booking form asks for a second person, such as a partner. */
  asksSecondPerson: z.boolean(),
  /** The part of the price that a client pays by card to book; with approval, to confirm. */
  onlinePayment,
  /** What the studio keeps if a client cancels; null: no rule, nothing is promised. */
  cancellation: cancellationRule.nullable(),
  /** The contract that a booking must sign before it counts as confirmed. */
  contractTemplateId: rowId.nullable(),
  /** The questionnaire that a booking is sent. */
  questionnaireTemplateId: rowId.nullable(),
});

/** The fields of the form; sections of their own set the payment by card and the rule of cancelling. */
export const sessionTypeForm = sessionTypeFields.omit({ onlinePayment: true, cancellation: true });
export const newSessionType = sessionTypeFields.partial().required({ name: true }).extend({ id: rowId });
export const sessionTypeChanges = sessionTypeFields.partial();

/** Minor units; the deposit is part of the price. */
export const sessionTypePrice = z
  .strictObject({ price: money, deposit: money })
  .refine(({ price, deposit }) => deposit <= price, { path: ['deposit'] });

/** Maximum number of session types per studio. */
export const MAX_SESSION_TYPES = 500;

/** Must equal the column defaults. */
export const SESSION_TYPE_DEFAULTS = { duration: 60, maxClients: 1, color: '#000000' } as const;

/** Default colours of new types, in turn, so that the calendar distinguishes them. */
export const SESSION_TYPE_COLORS = ['#84452a', '#35643e', '#2a5a84', '#7a4a7d', '#8a6a1f', '#3d6b6b'] as const;
