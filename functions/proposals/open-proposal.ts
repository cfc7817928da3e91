import type { PublicProposal } from '#core/api/proposals.ts';
import type { Queryable } from '../platform/db/database.ts';
import { findProposalLink } from '../public-studio/proposal-links.ts';
import { readProposal, toPublicProposal } from './read.ts';

/**
 * Returns a link's proposal for the page function, whose HTML can be read without a script: as `proposals.read` does, but
 * that the session's time counts as free. Null for links that do not work, and for accepted ones, whose payments the
 * page's script asks for.
 */
export async function findOpenProposal(
  db: Queryable,
  accountId: string,
  token: string,
  now: number,
): Promise<PublicProposal | null> {
  const link = await findProposalLink(db, accountId, token, { now });
  const row = link && (await readProposal(db, accountId, link.proposalId));
  if (!row || row.status === 'accepted') return null;
  const { clientName, rights } = link;
  return toPublicProposal(row, { clientName, canAccept: rights.signs, isFree: true, accepted: null }, now);
}
