import { z } from 'zod';
import { email } from '../values/email.ts';
import { type MailError, type MailFault, mailFault } from '../values/errors.ts';
import { DAY_MS } from '../values/durations.ts';
import { expiresAt } from './galleries.ts';
import { personName, text } from '../values/primitives.ts';
import type { Transitions } from '../values/transitions.ts';

export const GRANT_STATUSES = ['pending', 'sent', 'opened', 'accepted', 'expired', 'revoked'] as const;
export const grantStatus = z.enum(GRANT_STATUSES);
export type GrantStatus = z.infer<typeof grantStatus>;

/** Resending starts over at `pending`. */
export const GRANT_TRANSITIONS: Transitions<GrantStatus> = {
  pending: ['sent', 'expired', 'revoked'],
  sent: ['pending', 'opened', 'accepted', 'expired', 'revoked'],
  opened: ['pending', 'accepted', 'expired', 'revoked'],
  accepted: ['pending', 'expired', 'revoked'],
  expired: ['pending', 'revoked'],
  revoked: [],
};

/** State of an invitation as the studio sees it. */
export type GrantState = GrantStatus | MailFault;

/**
 * Returns the state of an invitation at `now`, epoch milliseconds. A failed mail precedes the status, until a person
 * opens the link of a later one; the expiry is derived, because no job writes it.
 */
export function grantState(
  grant: { status: GrantStatus; expiresAt: number | null; mailError: MailError | null },
  now: number,
): GrantState {
  if (grant.status === 'revoked') return 'revoked';
  if (grant.expiresAt !== null && grant.expiresAt <= now) return 'expired';
  return grant.mailError === null ? grant.status : mailFault(grant.mailError);
}

/** Rights of a visitor in a gallery. */
export const rights = z.strictObject({
  view: z.boolean(),
  download: z.boolean(),
  select: z.boolean(),
  comment: z.boolean(),
});
export type Rights = z.infer<typeof rights>;

export const DEFAULT_RIGHTS: Rights = { view: true, download: true, select: true, comment: true };
/** Rights of a visitor who came by link or password, without a grant, unless the gallery gives guests more. */
export const OPEN_RIGHTS: Rights = { view: true, download: true, select: false, comment: false };
/** Returns the rights of a visitor without a grant in a gallery. */
export const openRights = (gallery: { guestFavourites: boolean; guestComments: boolean }): Rights => ({
  ...OPEN_RIGHTS,
  select: gallery.guestFavourites,
  comment: gallery.guestComments,
});
export const NO_RIGHTS: Rights = { view: false, download: false, select: false, comment: false };

/** Lifetime of an invitation's link, in milliseconds. The grant lasts until it is revoked or expires. */
export const INVITE_TOKEN_MS = 30 * DAY_MS;

/** Browsers that one link admits: those of a couple. Another one needs a new link. */
export const MAX_INVITE_DEVICES = 5;

/** The studio's own name for the invited person. */
export const grantLabel = personName.max(120);

/** A studio's personal message in an invitation's mail; empty for none. */
export const grantMessage = text.trim().max(1000);

export const newGrant = z.strictObject({
  email,
  label: grantLabel.optional(),
  message: grantMessage.optional(),
  rights: rights.optional(),
  expiresAt: expiresAt.optional(),
});

/** Results of a gallery access check (docs/decisions/gallery-access.md). */
const GALLERY_ACCESS = [
  'granted',
  'password_required',
  'signin_required',
  'expired',
  'not_published',
  'revoked',
  // An operator suspended the studio.
  'unavailable',
  // An operator blocked the studio or the gallery.
  'blocked',
] as const;
export const galleryAccess = z.enum(GALLERY_ACCESS);
export type GalleryAccess = z.infer<typeof galleryAccess>;
