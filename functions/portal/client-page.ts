import type { PortalPage } from '#core/api/portal.ts';
import { findActiveAccount } from '../checkouts/stripe-accounts.ts';
import { readWithdrawals } from '../checkouts/withdrawal.ts';
import { type HttpRequest, readsHeadersOnly } from '../platform/http/request.ts';
import type { Services } from '../platform/services.ts';
import { type ClientLink, recordUse } from '../public-studio/client-links.ts';
import { type FoundStudio, isBookingOpen } from '../public-studio/find-studio.ts';
import { readDocuments } from './documents.ts';
import { readGalleries, readSelections } from './galleries.ts';
import { readOrders, toPlacedOrders } from './orders.ts';
import { readProposals } from './proposals.ts';
import { readReceipts, readSessions } from './sessions.ts';

/** Returns everything that a link shows, in the link's language, and records its use. */
export async function readClientPage(
  { services: { db }, request }: { services: Services; request: HttpRequest },
  { found, link }: { found: FoundStudio; link: ClientLink },
  now: number,
): Promise<PortalPage> {
  const { customerId, language } = link;
  if (!readsHeadersOnly(request)) await recordUse(db, link, now);
  const placed = await readWithdrawals(db, link.accountId, { customerId, language }, now);
  const [sessions, dues, proposals, documents, galleries, selections, receipts, booking, cardAccount, [account]] =
    await Promise.all([
      readSessions(db, link, placed, now),
      readOrders(db, link, now),
      readProposals(db, link, now),
      readDocuments(db, link, now),
      readGalleries(db, link, now),
      readSelections(db, link, now),
      link.rights.pays ? readReceipts(db, link) : [],
      isBookingOpen(db, link.accountId),
      findActiveAccount(db, link.accountId),
      db.query<{ currency: string }>('select currency_code as currency from accounts where id = $1', [link.accountId]),
    ]);
  const { upcoming, past, payments } = sessions;
  return {
    studio: found.studio,
    clientName: link.clientName,
    currency: account!.currency,
    booking,
    canPay: cardAccount !== null,
    tasks: [...documents.tasks, ...(link.rights.pays ? [...payments, ...dues] : []), ...selections],
    proposals,
    upcoming,
    galleries,
    receipts,
    orders: link.rights.pays ? toPlacedOrders(placed, link.rights) : [],
    contracts: documents.contracts,
    waitingContracts: documents.waitingContracts,
    past,
  };
}
