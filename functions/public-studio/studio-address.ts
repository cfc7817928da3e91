import { domainOrigin } from '#core/domain/site/domains.ts';
import type { Queryable } from '../platform/db/database.ts';
import { viewerHost } from '../platform/http/request.ts';
import { IS_ISOLATED } from './isolated-hosts.ts';
import type { LinkCall } from './link-call.ts';

interface Addresses {
  slug: string;
  /** The studio's own live domain; null without one, and with one that has no pages of clients. */
  domain: string | null;
}

async function findAddresses(db: Queryable, accountId: string): Promise<Addresses> {
  const [row] = await db.query<Addresses>(
    `select a.slug, d.hostname as domain from accounts a
       left join domains d on d.account_id = a.id and d.status = 'live' and not ${IS_ISOLATED('d.hostname')}
     where a.id = $1`,
    [accountId],
  );
  return row ?? { slug: '', domain: null };
}

/**
 * Returns the URL below which links to clients are: the studio's own live domain, or `/p/{slug}` of the product. A domain
 * with a script of the studio has no pages of clients, so their links stay at the product.
 */
export async function studioAddress(db: Queryable, accountId: string, appOrigin: string): Promise<string> {
  const { slug, domain } = await findAddresses(db, accountId);
  return domain === null ? `${appOrigin}/p/${slug}` : domainOrigin(appOrigin, domain);
}

/**
 * Returns the URL below which a visitor comes back, such as from Stripe's page: where they are now, since a browser keeps
 * access to galleries and the way to the client's page for one host. A visitor of the product stays there, and others are
 * at `studioAddress`.
 */
export async function visitedAddress(
  { services: { db, appOrigin }, request }: Pick<LinkCall, 'services' | 'request'>,
  accountId: string,
): Promise<string> {
  const { slug, domain } = await findAddresses(db, accountId);
  const isProduct = domain === null || viewerHost(request) === new URL(appOrigin).hostname;
  return isProduct ? `${appOrigin}/p/${slug}` : domainOrigin(appOrigin, domain);
}
