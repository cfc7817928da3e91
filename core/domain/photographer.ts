import { z } from 'zod';
import { email } from './customers.ts';

const url = z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)]);

export const socialMedia = z.strictObject({
  kind: z.string().trim().min(1).max(40),
  url: z.url({ protocol: /^https?$/ }).max(500),
});

/** What a studio says of itself on its public page: fields of the spec's `photographer` setting. */
export const photographerProfile = z.strictObject({
  businessName: z.string().trim().max(120),
  email: z.union([z.literal(''), email]),
  phone: z.string().trim().max(40),
  address: z.string().trim().max(300),
  website: url,
  bio: z.string().trim().max(2000),
  socialMedia: z.array(socialMedia).max(12),
});
export type PhotographerProfile = z.infer<typeof photographerProfile>;
