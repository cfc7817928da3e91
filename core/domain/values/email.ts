import * as z from 'zod/mini';
import { EMAIL_PATTERN, MAX_EMAIL_CHARS } from './email-address.ts';

/** An email address as `parseEmail` reads it. */
export const email = z.pipe(
  z.string().check(z.trim(), z.toLowerCase(), z.maxLength(MAX_EMAIL_CHARS)),
  z.email({ pattern: EMAIL_PATTERN }),
);
