/** The input of `readMailSender`, for a query with `accounts a`. */
export const MAIL_SENDER = `coalesce((select value from settings where account_id = a.id and key = 'photographer'), '{}')
  || jsonb_build_object('logoUrl', (select value from settings where account_id = a.id and key = 'theme.logoUrl'),
    'theme', (select jsonb_object_agg(key, value) from settings where account_id = a.id and starts_with(key, 'theme.')))`;
