import { z } from 'zod';
import { downloadSize } from '../domain/galleries/archives.ts';
import { galleryCoverStyle, galleryDesign, galleryVisibility } from '../domain/galleries/galleries.ts';
import { galleryAccess, rights } from '../domain/galleries/grants.ts';
import { galleryId, rowId } from '../domain/values/ids.ts';
import { focalPoint } from '../domain/photos/photos.ts';
import { language, translations } from '../domain/values/primitives.ts';
import { studioTheme } from '../domain/branding/theme.ts';
import { endpoint } from './endpoint.ts';

/** Maximum number of photos per request of `views`. */
const MAX_VIEWS = 100;

/** Public data of a studio. Contains no secrets. */
export const publicStudio = z.object({
  slug: z.string(),
  name: z.string(),
  language,
  timeZone: z.string(),
  bio: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  website: z.string(),
  privacyNotice: z.string(),
  socialMedia: z.array(z.object({ kind: z.string(), url: z.string() })),
  /** Paths of portrait and cover, see `readStudioPhoto`; absent without one. */
  profilePhoto: z.string().optional(),
  coverPhoto: z.string().optional(),
  /** Paths of the logo, see `readLogo`; empty without one. The second is for the dark theme. */
  logoUrl: z.string(),
  logoDarkUrl: z.string(),
  /** The `theme.*` settings, by their keys without the prefix. */
  theme: studioTheme,
});
export type PublicStudio = z.infer<typeof publicStudio>;

/** Data of a tile and its `srcset`. Image URLs are `/api/images/{galleryId}/{fileId}.jpg?…`. */
export const publicPhoto = z.object({
  id: rowId,
  fileId: z.string(),
  filename: z.string(),
  width: z.number(),
  height: z.number(),
  /** Thumbhash, base64. */
  thumbhash: z.string(),
  /** Of a video: its length as `0:42`, empty if unknown. Its picture is the poster. */
  video: z.string().optional(),
  /** Bytes of each permitted download, as far as they are known; in galleries only. */
  bytes: z.partialRecord(downloadSize, z.number()).optional(),
  /** Position among the gallery's photos by capture time, which itself stays private; in galleries only. */
  captureRank: z.number().optional(),
  /** Focal point, from 0 to 1; of covers only. */
  focal: focalPoint.nullish(),
  /** A RAW without an image in it: shown by its name, downloaded as an original only. */
  noPreview: z.literal(true).optional(),
});
export type PublicPhoto = z.infer<typeof publicPhoto>;

export const publicGallerySummary = z.object({
  id: galleryId,
  name: z.string(),
  description: z.string(),
  /** Absent in pages of before. */
  translations: translations.nullish(),
  date: z.number().nullable(),
  photoCount: z.number(),
  cover: publicPhoto.nullable(),
});
export type PublicGallerySummary = z.infer<typeof publicGallerySummary>;

export const publicGallery = z.object({
  studio: publicStudio,
  gallery: publicGallerySummary.extend({
    visibility: galleryVisibility,
    coverStyle: galleryCoverStyle,
    design: galleryDesign,
    expiresAt: z.number(),
    /** `pin`: a PIN is required before the first download (`archives.unlock`). */
    downloads: z.object({ original: z.boolean(), web: z.boolean(), pin: z.boolean() }),
    /** Sections of `photos`, in order. The first may have no id and no name: photos without a section. */
    sections: z.array(
      z.object({
        id: rowId.nullable(),
        name: z.string(),
        translations: translations.nullish(),
        photoCount: z.number(),
      }),
    ),
    /** During an event: photos that become ready after `rev` appear automatically (`core/domain/galleries/live.ts`). */
    event: z.object({ until: z.number(), rev: z.number() }).optional(),
  }),
  /** True if the studio accepts bookings. */
  booking: z.boolean(),
  /** Visible photos, section by section, each in its order. */
  photos: z.array(publicPhoto),
});
export type PublicGallery = z.infer<typeof publicGallery>;

/** The contact form of a studio's page. */
export const contactOptions = z.object({
  /** Session types that a visitor can name. */
  types: z.array(z.object({ id: rowId, name: z.string(), translations: translations.nullish() })),
});
export type ContactOptions = z.infer<typeof contactOptions>;

const pageError = z.strictObject({
  page: z.enum(['public', 'back-office']),
  type: z.string().regex(/^[\w.:-]{1,64}$/),
  frames: z
    .array(
      z
        .string()
        .regex(/^\/[\w.-]+(?:\/[\w.-]+)*\.js:\d{1,7}:\d{1,7}$/)
        .max(200),
    )
    .max(20),
});

export const publicPages = {
  /**
   * The studio's page: its profile, its public galleries, its contact form, and whether it accepts bookings. A retired slug answers
   * `not_found` here; pages redirect.
   */
  studio: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug',
    access: 'anyone',
    params: z.strictObject({ accountSlug: z.string().max(100) }),
    response: z.object({
      studio: publicStudio,
      galleries: z.array(publicGallerySummary),
      booking: z.boolean(),
      /** Null if the studio has no contact form. */
      contact: contactOptions.nullable(),
    }),
  }),
  /**
   * A gallery's public page. `no-store` unless the gallery is `public` or `link`. Failures: gallery_access_required,
   * gallery_expired, gallery_not_published, gallery_revoked, with `studio` in their params.
   */
  gallery: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug/gallery/:galleryId',
    access: 'anyone',
    params: z.strictObject({ accountSlug: z.string().max(100), galleryId: z.string().max(100) }),
    response: publicGallery,
  }),
  /** Checks this visitor's access to a gallery and, on success, sets the visitor session and the image token. */
  verify: endpoint({
    method: 'POST',
    path: '/api/p/:galleryId/galleries/verify',
    access: 'anyone',
    channel: 'public',
    params: z.strictObject({ galleryId: z.string().max(100) }),
    body: z
      .strictObject({
        password: z.string().trim().max(128).optional(),
        /** For covers on the studio's page: grants their images and records no visit. */
        glance: z.literal(true).optional(),
      })
      .optional(),
    response: z.object({
      access: galleryAccess,
      rights,
      /** Expiry of the image token, epoch milliseconds; 0 without access. */
      imagesUntil: z.number(),
    }),
  }),
  /**
   * A gallery that is not open to everybody, for browsers without scripts: plain HTML with its photos for a visitor who
   * has opened it, the form for its password, or why it is closed. One that is open redirects to its page. A plain link,
   * so no channel.
   */
  plainGallery: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug/gallery/:galleryId/page',
    access: 'anyone',
    params: z.strictObject({ accountSlug: z.string().max(100), galleryId: z.string().max(100) }),
    status: 303,
  }),
  /** Takes the password that the form of `plainGallery` asks for. */
  plainPassword: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/gallery/:galleryId/page',
    access: 'anyone',
    params: z.strictObject({ accountSlug: z.string().max(100), galleryId: z.string().max(100) }),
    body: 'raw',
    status: 303,
  }),
  /**
   * Counts large views of photos, anonymously. Skips views by the studio's members and requests without a visitor
   * session. Failures: those of `gallery`, rate_limited.
   */
  views: endpoint({
    method: 'POST',
    path: '/api/p/:galleryId/views',
    access: 'anyone',
    channel: 'public',
    params: z.strictObject({ galleryId: z.string().max(100) }),
    body: z.strictObject({ photoIds: z.array(rowId).min(1).max(MAX_VIEWS) }),
    response: z.object({ counted: z.number() }),
  }),
  /**
   * Logs an error of rendering in the browser: its class and the positions in our own scripts. No message, address or
   * person: visitors' pages send reports to no other service; the server passes these two on to Sentry, if it has one.
   */
  pageError: endpoint({
    method: 'POST',
    path: '/api/p/page-errors',
    access: 'anyone',
    channel: 'public',
    body: pageError,
    response: z.object({}),
  }),
  /** Receives the form of `/report`: a notice of illegal content. Answers with a page, for browsers without scripts. */
  report: endpoint({
    method: 'POST',
    path: '/api/p/reports',
    access: 'anyone',
    body: 'raw',
  }),
  /** Redirects to a short-lived URL of the file, with its original name. A plain link, so no channel. */
  download: endpoint({
    method: 'GET',
    path: '/api/p/:galleryId/photos/:photoId/download',
    access: 'anyone',
    params: z.strictObject({ galleryId: z.string().max(100), photoId: z.string().max(100) }),
    query: z.strictObject({ size: z.enum(['original', 'web']).default('web') }),
  }),
  /**
   * Redirects to a short-lived URL of a video, which S3 serves in ranges: for everybody who may see the gallery. Players
   * cannot send a member's token, so the back office asks for the URL (`as=json`).
   */
  play: endpoint({
    method: 'GET',
    path: '/api/p/:galleryId/photos/:photoId/play',
    access: 'anyone',
    params: z.strictObject({ galleryId: z.string().max(100), photoId: z.string().max(100) }),
    query: z.strictObject({ as: z.enum(['redirect', 'json']).default('redirect') }),
    response: z.object({ url: z.url() }),
  }),
};
