import { z } from 'zod';
import { DAY_MS } from '../values/durations.ts';
import { FONT_PAIR_NAMES } from '../branding/fonts.ts';
import { galleryId, rowId } from '../values/ids.ts';
import { instant, line, text, translations } from '../values/primitives.ts';
import { THEME_CHOICES } from '../branding/theme.ts';
import type { Transitions } from '../values/transitions.ts';

export const GALLERY_STATUSES = ['draft', 'published', 'hidden', 'archived'] as const;
export const galleryStatus = z.enum(GALLERY_STATUSES);
export type GalleryStatus = z.infer<typeof galleryStatus>;

/** `expired` is not a stored status: see `isExpired`. */
export const GALLERY_TRANSITIONS: Transitions<GalleryStatus> = {
  draft: ['published'],
  published: ['hidden'],
  hidden: ['published', 'archived'],
  archived: ['hidden'],
};

/** Undo of the transitions above, allowed for `UNDO_WINDOW_MS`. */
export const GALLERY_UNDO: Transitions<GalleryStatus> = {
  draft: [],
  published: ['draft', 'hidden'],
  hidden: ['published', 'archived'],
  archived: ['hidden'],
};

export const GALLERY_VISIBILITIES = ['public', 'link', 'password', 'invite'] as const;
export const galleryVisibility = z.enum(GALLERY_VISIBILITIES);
export type GalleryVisibility = z.infer<typeof galleryVisibility>;

export const GALLERY_SORTS = ['captured_at', 'filename', 'manual'] as const;
export const gallerySort = z.enum(GALLERY_SORTS);
export type GallerySort = z.infer<typeof gallerySort>;

/**
 * How the gallery's page shows its cover: uncropped; in a band across the page; in a higher one with the title on a sheet
 * over its edge; in the whole window with the title on the photo; in one half with the title in the other; framed by
 * paper; not at all. All but `whole` crop it around the focal point. Must equal the CHECK of `galleries.cover_style`.
 */
export const GALLERY_COVER_STYLES = ['whole', 'band', 'title', 'full', 'split', 'frame', 'none'] as const;
export const galleryCoverStyle = z.enum(GALLERY_COVER_STYLES);
export type GalleryCoverStyle = z.infer<typeof galleryCoverStyle>;

export const TITLE_POSITIONS = ['start', 'center', 'end'] as const;
export const GRID_LAYOUTS = ['rows', 'columns'] as const;
export const PHOTO_SIZES = ['small', 'medium', 'large'] as const;
export const COLOR_SCHEMES = ['light', 'dark'] as const;

/** How a gallery's page looks, beside its cover style; what is missing follows the studio's theme and the visitor. */
export const galleryDesign = z
  .strictObject({
    titlePosition: z.enum(TITLE_POSITIONS),
    /** Justified rows, or columns of equal width. Neither crops a photo. */
    layout: z.enum(GRID_LAYOUTS),
    photoSize: z.enum(PHOTO_SIZES),
    spacing: z.enum(THEME_CHOICES.spacing),
    colors: z.enum(COLOR_SCHEMES),
    fontPair: z.enum(FONT_PAIR_NAMES),
  })
  .partial();
export type GalleryDesign = z.infer<typeof galleryDesign>;

/** Returns the design in a gallery's `settings`; {} if there is none, or one of another version. */
export function readGalleryDesign(settings: unknown): GalleryDesign {
  return z.object({ design: galleryDesign }).safeParse(settings).data?.design ?? {};
}

export const galleryName = line.min(1).max(120);
/**
 * Short enough to type on a phone; guessing is rate limited. Trimmed, also when a visitor enters it: pasted
 * passwords often end with a space.
 */
export const galleryPassword = z.string().trim().min(4).max(128);
/** Epoch milliseconds; 0 is never. */
export const expiresAt = instant.min(0);

export const newGallery = z.strictObject({
  id: galleryId,
  name: galleryName,
  description: text.max(4000).optional(),
  customerId: rowId.nullable().optional(),
  date: instant.nullable().optional(),
});

export type NewGallery = z.infer<typeof newGallery>;

export const galleryChanges = z
  .strictObject({
    name: galleryName,
    description: text.max(4000),
    translations,
    customerId: rowId.nullable(),
    date: instant.nullable(),
    expiresAt,
    visibility: galleryVisibility,
    coverPhotoId: rowId.nullable(),
    coverStyle: galleryCoverStyle,
    /** Replaces the whole design. */
    design: galleryDesign,
    sortBy: gallerySort,
    allowOriginal: z.boolean(),
    allowWeb: z.boolean(),
    removeLocation: z.boolean(),
    guestFavourites: z.boolean(),
    guestComments: z.boolean(),
    /** End of the event; null: none. */
    eventUntil: instant.nullable(),
    watermarkId: rowId.nullable(),
  })
  .partial();
export type GalleryChanges = z.infer<typeof galleryChanges>;

/** Derived on every read, never stored. */
export function isExpired(gallery: { expiresAt: number | null }, now: number): boolean {
  return gallery.expiresAt !== null && gallery.expiresAt > 0 && gallery.expiresAt <= now;
}

/** Returns the status for lists: the stored one, or `expired` for a published gallery past its expiry. */
export function displayStatus(
  gallery: { status: GalleryStatus; expiresAt: number | null },
  now: number,
): GalleryStatus | 'expired' {
  return gallery.status === 'published' && isExpired(gallery, now) ? 'expired' : gallery.status;
}

/**
 * Returns the state that a gallery's badge shows: its status, or `empty` for a published gallery in which visitors find
 * no photo.
 */
export function galleryState(
  gallery: { status: GalleryStatus; expiresAt: number | null; stats?: { readyCount: number } | undefined },
  now: number,
): GalleryStatus | 'expired' | 'empty' {
  const status = displayStatus(gallery, now);
  return status === 'published' && gallery.stats?.readyCount === 0 ? 'empty' : status;
}

/** Retention of deleted galleries and photos, in milliseconds: 30 days. */
export const TRASH_MS = 30 * DAY_MS;
/** Kinds of gallery activity; must equal the CHECK of `gallery_events.kind`. */
export const GALLERY_EVENT_KINDS = [
  'opened',
  'viewed',
  'downloaded',
  'submitted',
  'commented',
  'invited',
  'accepted',
  'revoked',
  'published',
  'hidden',
] as const;
export type GalleryEventKind = (typeof GALLERY_EVENT_KINDS)[number];

/** Setting `delivery`: what happens to published galleries automatically. */
export const deliverySettings = z.strictObject({
  /** Days before a gallery closes that its invited people are reminded; 0 for never. */
  closingReminderDays: z.number().int().min(0).max(30),
});
type DeliverySettings = z.infer<typeof deliverySettings>;
export const DEFAULT_DELIVERY: DeliverySettings = { closingReminderDays: 7 };

const storedDelivery = z
  .object({
    closingReminderDays: deliverySettings.shape.closingReminderDays.catch(DEFAULT_DELIVERY.closingReminderDays),
  })
  .catch(DEFAULT_DELIVERY);

/** Returns the stored setting; missing fields get their defaults. */
export const readDelivery = (value: unknown): DeliverySettings => storedDelivery.parse(value);

/** Kinds caused by clients; the others are the studio's own. The first visit is `opened`, later ones are `viewed`. */
export const CLIENT_EVENT_KINDS = [
  'opened',
  'viewed',
  'downloaded',
  'submitted',
  'commented',
  'accepted',
] as const satisfies GalleryEventKind[];
