import { z } from 'zod';
import { email } from '../values/email.ts';
import { language, text } from '../values/primitives.ts';

/** What a notice says of the content. */
export const NOTICE_KINDS = ['privacy', 'copyright', 'child_abuse', 'hate', 'fraud', 'other'] as const;

/** Ways to decide on a notice. */
export const NOTICE_DECISIONS = ['acted', 'rejected'] as const;

const MAX_NOTICE_URLS = 20;
export const MAX_EXPLANATION = 5000;

/** Addresses, one a line. */
const urls = z
  .string()
  .max(10_000)
  .transform((lines) => lines.split(/\s+/).filter(Boolean))
  .pipe(
    z
      .array(z.url({ protocol: /^https?$/ }).max(2000))
      .min(1)
      .max(MAX_NOTICE_URLS),
  );

/**
 * A notice of content that a person considers illegal, with the elements of Regulation (EU) 2022/2065, art. 16(2): why,
 * where, who, and good faith. A report of the abuse of a child needs no name.
 */
export const notice = z
  .object({
    kind: z.enum(NOTICE_KINDS),
    explanation: text.max(MAX_EXPLANATION).refine((value) => value.trim().length >= 10),
    urls,
    name: z.string().trim().max(120).default(''),
    email: z.union([z.literal(''), email]).default(''),
    goodFaith: z.literal('on'),
    language: language.catch('en'),
  })
  .refine(({ kind, name }) => name !== '' || kind === 'child_abuse', { path: ['name'] })
  .refine(({ kind, email: address }) => address !== '' || kind === 'child_abuse', { path: ['email'] });
export type Notice = z.infer<typeof notice>;

/** The parameters of an operator's `decide`. */
export const decision = z.strictObject({
  noticeId: z.string().min(1).max(40),
  decision: z.enum(NOTICE_DECISIONS),
});
