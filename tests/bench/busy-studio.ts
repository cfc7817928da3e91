import type { Sizes } from './sizes.ts';
import type { Studio } from './studio.ts';

/** Gives the studio years of clients, sessions and payments; ids begin with `c0`, `s0` and `p0`. */
export async function fillStudio(
  { database, account }: Studio,
  { customers, sessions, payments }: Pick<Sizes, 'customers' | 'sessions' | 'payments'>,
): Promise<void> {
  await database.query(
    `insert into customers (id, account_id, author_id, name, email, phone, created_at)
     select left('c' || lpad(n::text, 19, '0'), 20), $1, gen_random_uuid(),
       (array['Ada','Marta','Núria','Pau','Jordi','Sofía','Iris','Tom'])[1 + n % 8] || ' ' ||
       (array['Puig','Serra','García','Soler','Vidal','Roca','Moore'])[1 + n % 7] || ' ' || n,
       'client' || n || '@example.org', '+34 600 ' || lpad(n::text, 6, '0'), now() - n * interval '1 hour'
     from generate_series(1, $2::int) n`,
    [account.id, customers],
  );
  await database.query(
    `insert into sessions (id, account_id, author_id, customer_id, date, duration, type, status)
     select left('s' || lpad(n::text, 19, '0'), 20), $1, gen_random_uuid(),
       left('c' || lpad((1 + n % $2)::text, 19, '0'), 20), now() + (n - $3::int / 2) * interval '2 hours', 60,
       (array['Portrait','Wedding','Newborn'])[1 + n % 3],
       case when n > $3::int / 2 then 'scheduled' else 'completed' end
     from generate_series(1, $3::int) n`,
    [account.id, customers, sessions],
  );
  await database.query(
    `insert into payments (id, account_id, author_id, session_id, date, amount, currency, method, status)
     select left('p' || lpad(n::text, 19, '0'), 20), $1, gen_random_uuid(),
       left('s' || lpad((1 + n % $2)::text, 19, '0'), 20), now() - n * interval '20 minutes', 1000 + n % 5000, 'EUR',
       'card', 'paid'
     from generate_series(1, $3::int) n`,
    [account.id, sessions, payments],
  );
}
