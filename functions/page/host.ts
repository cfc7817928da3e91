import { domainOrigin, isCustomHost } from '#core/domain/site/domains.ts';
import type { Queryable } from '../platform/db/database.ts';
import { IS_ISOLATED } from '../public-studio/isolated-hosts.ts';

/** Whose host a page is asked for: the product's, or a studio's own domain, which may be isolated. */
export type PageHost = { kind: 'product' } | { kind: 'studio'; slug: string; origin: string; isIsolated: boolean };

/**
 * Returns the host of a request; null for a domain that no studio has.
 * @param host header of the viewer, from the distribution: a name with an optional port
 */
export async function findHost(db: Queryable, host: string, appOrigin: string): Promise<PageHost | null> {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  if (!isCustomHost(name, new URL(appOrigin).hostname)) return { kind: 'product' };
  const [row] = await db.query<{ slug: string; isIsolated: boolean }>(
    `select a.slug, ${IS_ISOLATED('d.hostname')} as "isIsolated"
     from domains d join accounts a on a.id = d.account_id
     where d.hostname = $1 and d.status in ('live', 'lost') and a.deleted_at is null`,
    [name],
  );
  return row ? { kind: 'studio', ...row, origin: domainOrigin(appOrigin, name) } : null;
}

/**
 * Returns the path of the product that shows the same page: on a studio's own domain its pages begin at `/`, and
 * `/p/{slug}` stays valid for its own slug, since links in mails have it. Everything else is below the studio's slug, so
 * that neither the back office nor another studio exists there.
 */
export function productPath(host: PageHost, path: string): string {
  if (host.kind === 'product') return path;
  const own = `/p/${host.slug}`;
  return path === own || path.startsWith(`${own}/`) ? path : own + (path === '/' ? '' : path);
}
