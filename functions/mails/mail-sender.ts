/** The input of `readMailSender`, for a query with `accounts a`. */
export const MAIL_SENDER = `coalesce((select value from settings where account_id = a.id and key = 'photographer'), '{}')
  || jsonb_build_object('logoUrl', (select value from settings where account_id = a.id and key = 'theme.logoUrl'),
    'theme', (select jsonb_object_agg(key, value) from settings where account_id = a.id and starts_with(key, 'theme.')))`;

/** SQL: the address for replies to a mail of the studio, for a query with `accounts a`: its email, otherwise an owner's. */
export const REPLY_TO = `coalesce(
  (select nullif(value ->> 'email', '') from settings where account_id = a.id and key = 'photographer'),
  (select email from account_members where account_id = a.id and role = 'owner' and email <> ''
    order by created_at, user_id limit 1), '')`;

/**
 * SQL: the name by which the studio knows the person with an address, for a greeting; '' if it knows none. Names of
 * clients whose address nobody has confirmed do not count.
 * @param account SQL of the studio's id @param address SQL of the address
 */
export const knownName = (account: string, address: string) => `coalesce((
  select coalesce(nullif(p.name, ''), c.name) from customer_contacts p
    join customers c on c.account_id = p.account_id and c.id = p.customer_id
  where p.account_id = ${account} and lower(p.email) = lower(${address}) and p.email <> ''
    and c.unconfirmed_since is null and c.deleted_at is null and c.erased_at is null
  order by c.created_at, c.id limit 1), '')`;
