import { z } from 'zod';

/** Setting `notifications`: mails to the studio's own address. */
export const notificationSettings = z.strictObject({
  /** A visitor used the contact form. */
  contact: z.boolean(),
  /** A client booked or sent a request. */
  booking: z.boolean(),
  /** A client rescheduled or cancelled a session, or withdrew from a contract. */
  change: z.boolean(),
  /** A client paid by card; also a payment that came too late, a failed refund, and a dispute. */
  payment: z.boolean(),
  /** A client submitted a selection of photos. */
  proofing: z.boolean(),
  /** A client signed a contract or answered a questionnaire. */
  documents: z.boolean(),
  /** A mail to a client could not be delivered. */
  failedMail: z.boolean(),
  /** A webhook was paused, because nothing had arrived for days. */
  webhook: z.boolean(),
  /** A morning summary on days with sessions. */
  day: z.boolean(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;
export type StudioNotificationKind = keyof NotificationSettings;
export const DEFAULT_NOTIFICATIONS: NotificationSettings = {
  contact: true,
  booking: true,
  change: true,
  payment: true,
  proofing: true,
  documents: true,
  failedMail: true,
  webhook: true,
  day: false,
};

const { shape } = notificationSettings;
const stored = z
  .object({
    contact: shape.contact.catch(DEFAULT_NOTIFICATIONS.contact),
    booking: shape.booking.catch(DEFAULT_NOTIFICATIONS.booking),
    payment: shape.payment.catch(DEFAULT_NOTIFICATIONS.payment),
    change: shape.change.catch(DEFAULT_NOTIFICATIONS.change),
    proofing: shape.proofing.catch(DEFAULT_NOTIFICATIONS.proofing),
    documents: shape.documents.catch(DEFAULT_NOTIFICATIONS.documents),
    failedMail: shape.failedMail.catch(DEFAULT_NOTIFICATIONS.failedMail),
    webhook: shape.webhook.catch(DEFAULT_NOTIFICATIONS.webhook),
    day: shape.day.catch(DEFAULT_NOTIFICATIONS.day),
  })
  .catch(DEFAULT_NOTIFICATIONS);

/** Returns the stored setting; missing fields get their defaults. */
export function readNotifications(value: unknown): NotificationSettings {
  return stored.parse(value);
}
