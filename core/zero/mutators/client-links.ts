import { z } from 'zod';
import { MAX_LISTED_LINKS } from '../../domain/clients/client-links.ts';
import { rowId } from '../../domain/values/ids.ts';
import { lockRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';

/** Links are made by `POST /api/customers/:customerId/client-links`, since their secret must not pass a replica. */
export const clientLinkMutators = {
  /** Revokes links of clients. The server also takes away the galleries that were opened by them. */
  revoke: studioMutator(
    'customers.write',
    z.strictObject({ ids: z.array(rowId).min(1).max(MAX_LISTED_LINKS) }),
    async ({ tx, ctx, args, now }) => {
      for (const { id, revokedAt } of await lockRows(tx, ctx, 'clientLinks', args.ids)) {
        if (revokedAt === null) await tx.mutate.clientLinks.update({ id, revokedAt: now });
      }
    },
  ),
};
