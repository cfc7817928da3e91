import { z } from 'zod';
import { email } from './email.ts';
import { isStorable, line, text } from './primitives.ts';

/** Only http and https, never `javascript:` or `data:`: visitors follow these links. */
const link = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine(isStorable);

export const socialMedia = z.strictObject({
  kind: line.min(1).max(40),
  url: link,
});

/**
 * A studio's public profile: fields of the spec's `photographer` setting. Its `businessName` is a copy of the account's
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
  socialMedia: z.array(socialMedia).max(12),
});
export type PhotographerProfile = z.infer<typeof photographerProfile>;

/** Reads the stored setting `photographer`, free-form JSON: only web addresses become links. */
export function readProfile(value: unknown): PhotographerProfile {
  const stored = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const read = (key: string) => (typeof stored[key] === 'string' ? stored[key] : '');
  const media = stored['socialMedia'];
  return {
    bio: read('bio'),
    email: read('email'),
    phone: read('phone'),
    address: read('address'),
    website: /^https?:\/\//i.test(read('website')) ? read('website') : '',
    privacyNotice: read('privacyNotice'),
    socialMedia: Array.isArray(media) ? media.flatMap((entry) => socialMedia.safeParse(entry).data ?? []) : [],
  };
}
