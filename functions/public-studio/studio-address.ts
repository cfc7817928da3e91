import { domainOrigin } from '#core/domain/site/domains.ts';
import type { Queryable } from '../platform/db/database.ts';
import { IS_ISOLATED } from './isolated-hosts.ts';

/**
 * Returns the URL below which links to clients are: the studio's own live domain, or `/p/{slug}` of the product. A domain
 * with a script of the studio has no pages of clients, so their links stay at the product.
 */
export async function studioAddress(db: Queryable, accountId: string, appOrigin: string): Promise<string> {
  const [row] = await db.query<{ slug: string; domain: string | null }>(
    `select a.slug, d.hostname as domain from accounts a
       left join domains d on d.account_id = a.id and d.status = 'live' and not ${IS_ISOLATED('d.hostname')}
     where a.id = $1`,
    [accountId],
  );
  const { slug = '', domain = null } = row ?? {};
  return domain === null ? `${appOrigin}/p/${slug}` : domainOrigin(appOrigin, domain);
}
