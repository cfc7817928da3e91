import { z } from 'zod';
import { email } from './customers.ts';
import { expiresAt } from './galleries.ts';
import { text } from './primitives.ts';
import type { Transitions } from './transitions.ts';

export const GRANT_STATUSES = ['pending', 'sent', 'opened', 'accepted', 'expired', 'revoked'] as const;
export const grantStatus = z.enum(GRANT_STATUSES);
export type GrantStatus = z.infer<typeof grantStatus>;

/** Decisions §2 (invite). Sending again starts over at `pending`. */
export const GRANT_TRANSITIONS: Transitions<GrantStatus> = {
  pending: ['sent', 'expired', 'revoked'],
  sent: ['pending', 'opened', 'accepted', 'expired', 'revoked'],
  opened: ['pending', 'accepted', 'expired', 'revoked'],
  accepted: ['pending', 'expired', 'revoked'],
  expired: ['pending', 'revoked'],
  revoked: [],
};

/** What a visitor may do in a gallery. */
export const rights = z.strictObject({
  view: z.boolean(),
  download: z.boolean(),
  select: z.boolean(),
  comment: z.boolean(),
});
export type Rights = z.infer<typeof rights>;

export const DEFAULT_RIGHTS: Rights = { view: true, download: true, select: true, comment: true };
/** Someone who came by link or password, without a grant of their own. */
export const OPEN_RIGHTS: Rights = { view: true, download: true, select: false, comment: false };
export const NO_RIGHTS: Rights = { view: false, download: false, select: false, comment: false };

/** An invite's link can be used for this long; the grant itself lasts until it is revoked or its own date. */
export const INVITE_TOKEN_MS = 30 * 24 * 60 * 60 * 1000;

export const newGrant = z.strictObject({
  email,
  label: text.trim().max(120).optional(),
  rights: rights.optional(),
  expiresAt: expiresAt.optional(),
});

/** What the door of a gallery can answer (decisions §4). */
export const GALLERY_ACCESS = [
  'granted',
  'password_required',
  'signin_required',
  'expired',
  'not_published',
  'revoked',
] as const;
export const galleryAccess = z.enum(GALLERY_ACCESS);
export type GalleryAccess = z.infer<typeof galleryAccess>;
