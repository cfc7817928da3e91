import { z } from 'zod';
import { MAX_LISTED_LINKS } from '../../domain/clients/client-links.ts';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import { zql } from '../schema.ts';
import { studioMutator } from '../studio-mutator.ts';

/** Links are made by `POST /api/customers/:customerId/client-links`, since their secret must not pass a replica. */
export const clientLinkMutators = {
  /** Revokes links of clients. The server also takes away the galleries that were opened by them. */
  revoke: studioMutator(
    'customers.write',
    z.strictObject({ ids: z.array(rowId).min(1).max(MAX_LISTED_LINKS) }),
    async ({ tx, ctx, args, now }) => {
      const ids = [...new Set(args.ids)];
      const links = await tx.run(zql.clientLinks.where('accountId', ctx.accountId).where('id', 'IN', ids));
      if (links.length < ids.length && tx.location === 'server') throw new AppError('not_found');
      for (const { id, revokedAt } of links) {
        if (revokedAt === null) await tx.mutate.clientLinks.update({ id, revokedAt: now });
      }
    },
  ),
};
