import { z } from 'zod';
import { email } from '../values/email.ts';
import { isStorable, line, text } from '../values/primitives.ts';
import { readStudioPhoto, STUDIO_PHOTO_FIELDS, type StudioPhotoKind } from '../branding/studio-photos.ts';

/** Only http and https, never `javascript:` or `data:`: visitors follow these links. */
const link = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine(isStorable);

export const socialMedia = z.strictObject({
  kind: line.min(1).max(40),
  url: link,
});
export type SocialLink = z.infer<typeof socialMedia>;
export const MAX_SOCIAL_LINKS = 12;

/** Networks by host, as they write themselves. */
const NETWORKS: Readonly<Record<string, string>> = {
  'instagram.com': 'Instagram',
  'facebook.com': 'Facebook',
  'pinterest.com': 'Pinterest',
  'youtube.com': 'YouTube',
  'tiktok.com': 'TikTok',
  'linkedin.com': 'LinkedIn',
  'vimeo.com': 'Vimeo',
  'x.com': 'X',
  'threads.net': 'Threads',
  'threads.com': 'Threads',
  'bsky.app': 'Bluesky',
  'behance.net': 'Behance',
  'flickr.com': 'Flickr',
  'wa.me': 'WhatsApp',
};

/** Returns the name of an address's network, or else its host; empty for what is no address. */
export function networkOf(url: string): string {
  const { host = '' } =
    /^(?:https?:\/\/)?(?:www\.|m\.)?(?<host>[a-z\d.-]+\.[a-z]{2,})(?:[/?#:]|$)/i.exec(url.trim())?.groups ?? {};
  const name = host.toLowerCase();
  return (NETWORKS[name] ?? NETWORKS[name.replace(/^[a-z]{2}\./, '')] ?? name).slice(0, 40);
}

/**
 * A studio's public profile: fields of the setting `photographer`. Its `businessName` is a copy of the account's
 * name that the database keeps.
 */
export const photographerProfile = z.strictObject({
  email: z.union([z.literal(''), email]),
  phone: text.trim().max(40),
  address: text.trim().max(300),
  website: z.union([z.literal(''), link]),
  bio: text.trim().max(2000),
  /** Shown below every public page. */
  privacyNotice: text.trim().max(5000),
  socialMedia: z.array(socialMedia).max(MAX_SOCIAL_LINKS),
  /** Shows a contact form on the studio's page; true by default. */
  contactForm: z.boolean(),
});
export type PhotographerProfile = z.infer<typeof photographerProfile>;

/** A profile as it is stored: with the paths of its photos, which only an upload sets. */
type StoredProfile = PhotographerProfile & Partial<Record<(typeof STUDIO_PHOTO_FIELDS)[StudioPhotoKind], string>>;

/** Reads the stored setting `photographer`, free-form JSON: only web addresses become links. */
export function readProfile(value: unknown): StoredProfile {
  const stored = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const read = (key: string) => (typeof stored[key] === 'string' ? stored[key] : '');
  const media = stored['socialMedia'];
  const photos = Object.values(STUDIO_PHOTO_FIELDS).filter((field) => readStudioPhoto(stored[field]) !== null);
  return {
    bio: read('bio'),
    email: read('email'),
    phone: read('phone'),
    address: read('address'),
    website: /^https?:\/\//i.test(read('website')) ? read('website') : '',
    privacyNotice: read('privacyNotice'),
    socialMedia: Array.isArray(media) ? media.flatMap((entry) => socialMedia.safeParse(entry).data ?? []) : [],
    contactForm: stored['contactForm'] !== false,
    ...Object.fromEntries(photos.map((field) => [field, read(field)])),
  };
}
