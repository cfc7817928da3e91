import type { SitePageData } from '#core/api/site-page.ts';
import type { Queryable } from '../platform/db/database.ts';

/** Returns the bookable session types with their prices as they are now. */
export async function readSessionTypes(db: Queryable, accountId: string): Promise<SitePageData['sessionTypes']> {
  return db.query<SitePageData['sessionTypes'][number]>(
    `select t.id, t.name, t.description, t.duration, nullif(p.price, 0) as price, a.currency_code as currency
     from session_types t join accounts a on a.id = t.account_id
       left join session_type_prices p on p.session_type_id = t.id and p.account_id = t.account_id
     where t.account_id = $1 and t.is_bookable and t.archived_at is null order by t.name, t.id limit 60`,
    [accountId],
  );
}
