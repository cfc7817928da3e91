import { z } from 'zod';
import { language, text } from './primitives.ts';
import type { Transitions } from './transitions.ts';

/** Mails to clients about sessions and payments, which a studio may word itself. */
export const MESSAGE_KINDS = [
  'booking_received',
  'booking_confirmed',
  'booking_declined',
  'session_rescheduled',
  'session_cancelled',
  'session_reminder',
  'receipt',
] as const;
export const messageKind = z.enum(MESSAGE_KINDS);
export type MessageKind = z.infer<typeof messageKind>;

export const MESSAGE_STATUSES = ['pending', 'sent', 'failed', 'cancelled'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** What could not be sent may be tried again or let be; what was sent or taken back is done with. */
export const MESSAGE_TRANSITIONS: Transitions<MessageStatus> = {
  pending: ['sent', 'failed', 'cancelled'],
  sent: [],
  failed: ['pending', 'cancelled'],
  cancelled: [],
};

/** Undo of a withdrawal, open for `UNDO_WINDOW_MS` to who withdrew it: it is again what it was. */
export const MESSAGE_UNDO_TRANSITIONS: Transitions<MessageStatus> = {
  pending: [],
  sent: [],
  failed: [],
  cancelled: ['pending', 'failed'],
};

/** What may stand in a template, as `{{name}}`. Money only in `receipt`, which those who see none cannot open. */
export const TEMPLATE_FIELDS = [
  'client',
  'studio',
  'type',
  'date',
  'time',
  'place',
  'link',
  'amount',
  'number',
] as const;
export type TemplateField = (typeof TEMPLATE_FIELDS)[number];

export const mailTemplate = z.strictObject({
  kind: messageKind,
  language,
  /** One line: a second one would be another header of the mail. */
  subject: text
    .trim()
    .min(1)
    .max(200)
    .regex(/^\P{Cc}*$/u),
  /** Plain paragraphs: HTML is made of it, never taken from it. */
  body: text.trim().min(1).max(10_000),
});
export type MailTemplate = z.infer<typeof mailTemplate>;
