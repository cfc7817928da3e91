import type { z } from 'zod';
import { AppError, type MailError } from '#core/domain/values/errors.ts';
import type { WebhookEvent } from '#core/domain/studio/integrations.ts';
import type { mailTemplate } from '#core/domain/messages/messages.ts';
import type { StudioNotificationKind } from '#core/domain/studio/notifications.ts';
import type { SecurityNotice } from '#core/domain/studio/security-events.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';

/**
 * Effects that `functions/jobs` runs after the commit, with the payload of each kind. `network`: hash of the network of
 * the visitor who asked for the mail.
 */
export interface Effects {
  /** Mails a grant's link; the token is created when the mail is rendered, so it is never stored in plain text. */
  'invite.mail': { grantId: string; redirectTo: string; network?: string };
  /** Reminds an invited person that the gallery closes, if that is still its closing time (epoch milliseconds). */
  'gallery.closing': { grantId: string; expiresAt: number };
  /** Mails a guest of a gallery a link that brings what they chose to another browser. */
  'proofing.recovery': { personId: string; network?: string };
  /** Mails a client link; the token is created when the mail is rendered. */
  'client_link.mail': { linkId: string; network?: string | undefined };
  /** Makes the links that a person asked for with an email address; none if no client has it. */
  'client_link.request': {
    accountId: string;
    customerIds: readonly string[];
    /** The contacts with the address. */
    contactIds?: readonly string[];
    network?: string;
  };
  /** Mails a person of a selection. */
  'selection.mail': {
    kind: 'selection_open' | 'selection_reminder' | 'selection_received';
    listId: string;
    personId: string;
  };
  /** Mails an invitation to a team; the owner of the invited email may join. */
  'team.invite': { inviteId: string };
  /** Mails a user about a change to their sign-in, or about the closing of a studio they own. */
  'security.notice': SecurityNotice;
  /**
   * Queues archives of all photos of a gallery, before its clients ask for them. `settleMs`: time without a change that
   * it waits for; effects of earlier deployments have none.
   */
  'archives.prepare': { galleryId: string; settleMs?: number };
  /** Mails a subscriber that their archive is ready. */
  'archive.mail': { mailId: string };
  /** Mails a client about their session or payment, if the message is still current. */
  'message.send': { messageId: string };
  /** Mails a member a template with sample values. */
  'mail.test': { accountId: string; userId: string; template: z.infer<typeof mailTemplate> };
  /** Mails a studio about an event. */
  'studio.notification': StudioNotificationInput;
  /** Erases the rows and objects of a gallery whose time in the trash is over. */
  'gallery.purge': { galleryId: string };
  /** Packs all data of a studio into one file. */
  'account.export': { exportId: string };
  /** Deletes that file when its week is over. */
  'account.export_end': { exportId: string };
  /** Erases a closed studio after its galleries. */
  'account.erase': { accountId: string };
  /** Erases a photo: its row and objects. */
  'photo.erase': { galleryId: string; photoId: string };
  /** Ingests a stored original again. */
  'photo.ingest': { galleryId: string; photoId: string };
  /** Re-renders photos in an outdated style; of one gallery, at most one batch. */
  'photos.render': { galleryId: string; photoIds: readonly string[] };
  /** The same for a whole studio. `sent`: the batch in progress and its start (epoch milliseconds). */
  'styles.render': { accountId: string; sent?: { after: RerenderPosition; upTo: RerenderPosition; at: number } };
  /** Deletes renditions under retired file ids of a gallery, and writes redirects to the current ones. */
  'files.clear': { galleryId: string };
  /** Checks cleared file ids again after all renderers have finished; continues after `after`. */
  'files.recheck': { galleryId: string; after?: string };
  /** Copies originals to their new keys. `isMove`: deletes the previous ones afterwards. */
  'photos.transfer': { fromGalleryId: string; isMove: boolean; items: readonly OriginalTransfer[] };
  /** Deletes an original that no photo uses any more. */
  'original.erase': { galleryId: string; photoId: string; key: string };
  /** Deletes a watermark's previous image once no rendition uses it. `since`: epoch milliseconds. */
  'watermark.erase': { key: string; since: number };
  /** Makes a contract signed, of which all who still have to have signed; a trigger requests it. */
  'contract.complete': { accountId: string; contractId: string };
  /** Deletes the files of a signed contract whose row is gone. */
  'contract.erase': { accountId: string; contractId: string };
  /** Deletes the file of a font whose row is gone. */
  'font.erase': { id: string };
  /** Creates, updates or deletes a gallery's Open Graph image, according to its current state. */
  'og.refresh': { galleryId: string };
  /** Reads a domain's DNS records, and creates, watches or deletes its tenant. */
  'domain.check': { domainId: string };
  /** Publishes a studio's website as planned. `at`: epoch milliseconds. */
  'site.publish': { accountId: string; at: number };
  /** Makes the public copies of the photos that a studio's website shows, and removes all others. */
  'site.pictures': { accountId: string };
  /** Deletes a logo with its icons unless a setting names it. */
  'logo.erase': { accountId: string; path: string };
  /** Asks Stripe what became of a checkout, and ends it there if it is over or was cancelled. */
  'stripe.checkout': { checkoutId: string };
  /** Refunds a payment by card that came too late, and tells the client and the studio. */
  'stripe.late_payment': { checkoutId: string };
  /** Mails a client whose payment came too late and goes back. */
  'late_payment.mail': { checkoutId: string };
  /** Refunds a payment by card; the id is the refund's. */
  'stripe.refund': { paymentId: string };
  /** Requests the refunds by card that the rule of a session promises whose client cancelled it. */
  'cancellation.refund': { accountId: string; sessionId: string };
  /** Charges a month of a studio: one invoice at Stripe. */
  'statement.charge': { statementId: string };
  /** Asks Stripe what became of a studio's card, address and invoices. */
  'plan.sync': { accountId: string };
  /** Tells those who are in a room of the socket that something changed. */
  'live.changed': { room: string };
  /** Tells them who else is there. */
  'live.here': { room: string };
  /** Ends a connection that sent too much, or that is not stored. */
  'live.close': { connectionId: string };
  /**
   * Asks again who may be in a gallery's rooms; null: the members of the account in all of its rooms; `all`: everybody
   * there.
   */
  'live.recheck': { accountId: string; galleryId: string | null; all?: boolean };
  /** Carries out an operator's act, and tells the studio of it; a trigger requests it. */
  'operator.act': { eventId: string };
  /** Mails who sent a notice of illegal content: its receipt, or what was decided. */
  'notice.mail': { noticeId: string; what: 'receipt' | 'decision' };
  /** Ends a visit of the operator's support whose time is over. */
  'support.end': { visitId: string };
  /** Writes the deliveries of an event (functions/integrations); triggers request it. */
  'webhook.event': {
    type: WebhookEvent;
    galleryId?: string;
    listId?: string;
    sessionId?: string;
    paymentId?: string;
    proposalId?: string;
    orderId?: string;
  };
  /** Attempts a delivery. */
  'webhook.send': { deliveryId: string };
  /** Purges everything below these slugs from the CDN: every page shows the studio. */
  'cdn.purge': { slugs: readonly string[] };
}

/** Payload of a studio notification: the event and its subject. */
export interface StudioNotificationInput {
  accountId: string;
  what: StudioNotificationKind;
  sessionId?: string | undefined;
  /** An order that was withdrawn from. */
  orderId?: string;
  /** A payment by card, or a refund of one. */
  paymentId?: string;
  /** A payment by card that came too late. */
  checkoutId?: string;
  /** A message of the contact form, and the network that sent it. */
  leadId?: string;
  network?: string;
  /** A proposal that was accepted or declined. */
  proposalId?: string;
  /** A submitted selection. */
  listId?: string;
  /** The contract that was signed, or the questionnaire that was answered. */
  documentId?: string;
  document?: 'contract' | 'questionnaire';
  /** A gallery invitation whose mail failed. */
  grantId?: string;
  /** A mail about the session, or about an order without one, that failed. */
  messageId?: string;
  /** A client link whose mail failed. */
  linkId?: string;
  /** A team invitation whose mail failed. */
  inviteId?: string;
  /** A webhook that was paused. */
  webhookId?: string;
  day?: DayRange;
  /** One of several owners; `mailId` keeps the Message-ID stable across retries. */
  to?: { ownerId: string; mailId: string };
}

/** A local day of the studio, both ends inclusive, in epoch milliseconds. */
export interface DayRange {
  from: number;
  until: number;
}

/** Copy of an original to another photo, or to the same photo in another gallery. */
export interface OriginalTransfer {
  photoId: string;
  fromPhotoId: string;
  from: string;
  to: string;
  mimeType: string;
}

/** Position in the re-render order of a studio's photos. */
export interface RerenderPosition {
  galleryId: string;
  photoId: string;
}

export type EffectKind = keyof Effects;

/** Attempts (about five hours) after which an effect is dead and needs an operator. */
export const MAX_ATTEMPTS = 12;

/** One due effect. */
export interface EffectRun<K extends EffectKind> {
  /** Id of the outbox row. */
  id: string;
  /** Identifies this request of the effect: the same in every attempt, different after it was enqueued again. */
  idempotencyKey: string;
  payload: Effects[K];
  jobs: JobServices;
}

/** Thrown by an effect that is right and has to wait: it runs again at `until`, epoch milliseconds, and has not failed. */
export class EffectPostponed extends Error {
  readonly until: number;

  constructor(until: number) {
    super('The effect is postponed');
    this.name = 'EffectPostponed';
    this.until = until;
  }
}

/** True for a permanent refusal, for example an unknown mailbox: retries are pointless. */
function isMailRefused(error: unknown): boolean {
  return error instanceof AppError && error.code === 'mail_refused';
}

/** Returns the final error of an effect's mail; null while it is retried. */
export async function finalMailError(db: Queryable, effectId: string, error: unknown): Promise<MailError | null> {
  if (isMailRefused(error)) return 'mail_refused';
  const last = await db.query('select from outbox where id = $1 and attempts >= $2', [effectId, MAX_ATTEMPTS]);
  return last.length > 0 ? 'mail_failed' : null;
}
