import { z } from 'zod';
import type { ResponseOf } from '#core/api/endpoint.ts';
import type { me } from '#core/api/me.ts';

/** What the goodbye page tells, kept in the history's entry: nobody is left to ask. */
export const deletionSummary = z.object({
  userId: z.string(),
  /** Empty for those who had none. */
  email: z.string(),
  /** Names of the studios that were closed. */
  deleted: z.array(z.string()),
  /** Names of those that go on. */
  left: z.array(z.string()),
  /** When it happened, epoch milliseconds. */
  at: z.number(),
});
export type DeletionSummary = z.infer<typeof deletionSummary>;

/** What goes along with somebody's sign-in, and what stays. */
export type DeletionPreview = ResponseOf<typeof me.deletion>;
