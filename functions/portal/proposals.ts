import type { PortalPage } from '#core/api/portal.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { ClientLink } from '../public-studio/client-links.ts';

type Client = Pick<ClientLink, 'accountId' | 'customerId'>;

/** Open proposals that a client's page lists. */
const MAX_PROPOSALS = 50;

/** Returns a client's open proposals: accepted ones are orders. */
export function readProposals(
  db: Queryable,
  { accountId, customerId }: Client,
  now: number,
): Promise<PortalPage['proposals']> {
  return db.query(
    `select id, title, valid_until as "validUntil" from proposals
     where account_id = $1 and customer_id = $2 and status = 'proposed' and valid_until > $3
     order by valid_until, id limit ${MAX_PROPOSALS}`,
    [accountId, customerId, timestamp(now)],
  );
}

/** True if a sent proposal is this client's, and stays so until the end of the transaction. */
export async function hasProposal(
  tx: Queryable,
  { accountId, customerId, proposalId }: Client & { proposalId: string },
): Promise<boolean> {
  const rows = await tx.query(
    `select from proposals where account_id = $1 and customer_id = $2 and id = $3 and status <> 'draft' for share`,
    [accountId, customerId, proposalId],
  );
  return rows.length > 0;
}
