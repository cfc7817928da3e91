import { AppError, type MailError } from '#core/domain/errors.ts';
import type { StudioNotificationKind } from '#core/domain/notifications.ts';
import type { SecurityNotice } from '#core/domain/security-events.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';

/** What is carried out after the commit, by `functions/jobs`; each kind with what it needs to know. */
export interface Effects {
  /** Mails a grant's link; the token is made when the mail is written, so that it is never stored in clear. */
  'invite.mail': { grantId: string; redirectTo: string };
  /** Mails an invitation to a team: who has its e-mail may join. */
  'team.invite': { inviteId: string };
  /** Tells a person of a change to how they sign in, or that a studio of theirs is closed. */
  'security.notice': SecurityNotice;
  /** Tells somebody that the archive they waited for is ready. */
  'archive.mail': { mailId: string };
  /** Mails a client about their session or payment, if what it tells of is still true then. */
  'message.send': { messageId: string };
  /** Tells a studio by mail of what happened. */
  'studio.notice': StudioNotificationInput;
  /** Erases a gallery that was in the trash for its time: rows and objects. */
  'gallery.purge': { galleryId: string };
  /** Packs everything that a studio owns into one file. */
  'account.export': { exportId: string };
  /** Deletes that file when its week is over. */
  'account.export_end': { exportId: string };
  /** Erases a studio that was closed for its time, once its galleries are erased. */
  'account.erase': { accountId: string };
  /** Erases a photo: its row and objects. */
  'photo.erase': { galleryId: string; photoId: string };
  /** Reads a stored original once more. */
  'photo.ingest': { galleryId: string; photoId: string };
  /** Has photos made anew that are to look otherwise than they do; of one gallery, and no more than are sent at once. */
  'photos.render': { galleryId: string; photoIds: readonly string[] };
  /** The same of all of a studio. `sent`: which ones are on their way, since when (epoch milliseconds). */
  'looks.render': { accountId: string; sent?: { after: RerenderPosition; upTo: RerenderPosition; at: number } };
  /** Clears away what lies under former names of a gallery's renditions, and has the names lead to the present ones. */
  'files.clear': { galleryId: string };
  /** Looks once more, when nobody works on them any longer, at names that were cleared; `after`: those behind this. */
  'files.recheck': { galleryId: string; after?: string };
  /** Writes originals under their new names. `isMove`: the former ones are deleted then. */
  'photos.transfer': { fromGalleryId: string; isMove: boolean; items: readonly OriginalTransfer[] };
  /** Deletes an original that no photo has any more. */
  'original.erase': { galleryId: string; photoId: string; key: string };
  /** Deletes a mark's former picture, once no rendition is made with it. `since`: epoch milliseconds. */
  'watermark.erase': { key: string; since: number };
  /** Makes, renews or deletes a gallery's Open Graph picture, as its state then asks. */
  'og.refresh': { galleryId: string };
  /** Takes everything below studios' addresses out of the distribution's cache: each of their pages names them. */
  'cdn.purge': { slugs: readonly string[] };
}

/** What it is told of, and what that is about. */
export interface StudioNotificationInput {
  accountId: string;
  what: StudioNotificationKind;
  sessionId?: string;
  /** An invitation to a gallery whose mail was given up. */
  grantId?: string;
  /** The same of one to the team. */
  inviteId?: string;
  day?: DayRange;
  /** The one of several owners whom this is for; their mail has the same name however often it is sent. */
  to?: { ownerId: string; mailId: string };
}

/** A day as the studio's clock has it, both its ends included, in epoch milliseconds. */
export interface DayRange {
  from: number;
  until: number;
}

/** An original of one photo that is to be another's, or the same one's in another gallery. */
export interface OriginalTransfer {
  photoId: string;
  fromPhotoId: string;
  from: string;
  to: string;
  mimeType: string;
}

/** Where a photo comes in the order in which a studio's are made anew. */
export interface RerenderPosition {
  galleryId: string;
  photoId: string;
}

export type EffectKind = keyof Effects;

/** After this many attempts (about five hours) an effect rests, for a person to look at. */
export const MAX_ATTEMPTS = 12;

/** One effect that is due. */
export interface EffectRun<K extends EffectKind> {
  /** The outbox row's. */
  id: string;
  /** Names this effect as it was last wanted: the same in every attempt, another once it is wanted again. */
  idempotencyKey: string;
  payload: Effects[K];
  jobs: JobServices;
}

/** A mailbox that does not exist will not exist in five hours either. */
export function isMailRefused(error: unknown): boolean {
  return error instanceof AppError && error.code === 'mail_refused';
}

/** Why an effect's mail is given up; null while it is tried again. */
export async function finalMailError(db: Queryable, effectId: string, error: unknown): Promise<MailError | null> {
  if (isMailRefused(error)) return 'mail_refused';
  const last = await db.query('select from outbox where id = $1 and attempts >= $2', [effectId, MAX_ATTEMPTS]);
  return last.length > 0 ? 'mail_failed' : null;
}
