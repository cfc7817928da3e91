import { z } from 'zod';
import { galleryId, rowId } from '../values/ids.ts';
import { instant, personName } from '../values/primitives.ts';

/** Number of letters of a link's token: 160 random bits. */
export const GUEST_TOKEN_LENGTH = 32;
export const guestToken = z.string().regex(/^[0-9a-hjkmnp-tv-z]{32}$/);

/** A guest's name beside their photos; empty for none. */
export const guestName = personName.max(120);

/** SHA-256 of a token, Base64url: all that is stored of it. */
export const guestTokenHash = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

export const guestLink = z.strictObject({
  galleryId,
  tokenHash: guestTokenHash,
  sectionId: rowId.nullable(),
  endsAt: instant.nullable(),
});

/** True while guests may add photos. */
export function isGuestLinkOpen(link: { isOpen: boolean; endsAt: number | null }, now: number): boolean {
  return link.isOpen && (link.endsAt === null || link.endsAt > now);
}
