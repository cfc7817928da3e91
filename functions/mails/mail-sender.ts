/** The input of `readMailSender`, for a query with `accounts a`. */
export const MAIL_SENDER = `coalesce((select value from settings where account_id = a.id and key = 'photographer'), '{}')
  || jsonb_build_object('logoUrl', (select value from settings where account_id = a.id and key = 'theme.logoUrl'),
    'theme', (select jsonb_object_agg(key, value) from settings where account_id = a.id and starts_with(key, 'theme.')))`;

/**
 * SQL: the name by which the studio knows the person with an address, for a greeting; '' if it knows none. Names of
 * clients whose address nobody has confirmed do not count.
 * @param account SQL of the studio's id @param address SQL of the address
 */
export const knownName = (account: string, address: string) => `coalesce((
  select c.name from customers c where c.account_id = ${account} and lower(c.email) = lower(${address})
    and c.unconfirmed_since is null and c.deleted_at is null and c.erased_at is null
  order by c.created_at, c.id limit 1), '')`;
