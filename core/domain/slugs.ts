import { z } from 'zod';

/** Words that a studio's address may not take: our own paths, and names that would pass for us. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set(
  `about account accounts admin administrator albumen api app assets auth billing blog cdn client clients contact
  dashboard demo docs download downloads email event events favicon font fonts gallery galleries help home image images
  img index invite invites legal locales login logo logout mail media metrics new news null oauth page pages password
  payment payments photo photos photographer photographers ping press pricing privacy public register reset reset-password
  robots root scheduling security session sessions settings share shop sign-in sign-up signin signup sitemap static
  status store studio support sync system team terms test undefined upload uploads user users verify webhook webhooks
  well-known www zero`.split(/\s+/),
);

/** Decisions §5: 3–40 of `a-z0-9-`, beginning and ending with a letter or digit; ASCII only, so no look-alikes. */
export const slug = z
  .string()
  .trim()
  // Before lower case, which would turn the Kelvin sign into a k.
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]{1,38})[A-Za-z0-9]$/)
  .toLowerCase()
  .refine((value) => !value.includes('--'));

/** A slug to propose for a studio's name: `Núria & Pau Fotògrafs` → `nuria-pau-fotografs`. May come out too short. */
export function slugFrom(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
}

export function isReserved(value: string): boolean {
  return RESERVED_SLUGS.has(value.toLowerCase());
}
