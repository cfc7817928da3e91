import { z } from 'zod';

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
