import { z } from 'zod';
import type { ResponseOf } from '#core/api/endpoint.ts';
import type { me } from '#core/api/me.ts';

/** Account deletion summary, kept in the history state: no account is left to query. */
export const deletionSummary = z.object({
  userId: z.string(),
  /** Empty for users without an email address. */
  email: z.string(),
  /** Names of the deleted studios. */
  deleted: z.array(z.string()),
  /** Names of the studios that remain. */
  left: z.array(z.string()),
  /** Time of the deletion, epoch milliseconds. */
  at: z.number(),
});
export type DeletionSummary = z.infer<typeof deletionSummary>;

/** Data that is deleted with an account, and data that remains. */
export type DeletionPreview = ResponseOf<typeof me.deletion>;
