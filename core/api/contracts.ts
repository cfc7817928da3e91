import { z } from 'zod';
import { rowId } from '../domain/ids.ts';

/** What a client reads, signs and answers for a session, oldest first. Withdrawn contracts are absent. */
export const clientDocuments = z.object({
  contracts: z.array(
    z.object({
      id: rowId,
      title: z.string(),
      isSigned: z.boolean(),
      /** The booking counts as confirmed only once it is signed. */
      isRequired: z.boolean(),
      /** Epoch milliseconds; null until signed. */
      signedAt: z.number().nullable(),
    }),
  ),
  questionnaires: z.array(
    z.object({
      id: rowId,
      title: z.string(),
      isAnswered: z.boolean(),
      /** Answers can be given or changed. */
      canAnswer: z.boolean(),
    }),
  ),
});
export type ClientDocuments = z.infer<typeof clientDocuments>;
