import type { Sizes } from './sizes.ts';
import type { Studio } from './studio.ts';

/** Rows of a statement: each has triggers, and a statement has a time limit. */
const ROWS = 5000;

/** Gives the studio years of clients, sessions and payments; ids begin with `c0`, `s0` and `p0`. */
export async function fillStudio(
  { database, account }: Studio,
  { customers, sessions, payments }: Pick<Sizes, 'customers' | 'sessions' | 'payments'>,
): Promise<void> {
  const insert = async (rows: number, statement: string, others: readonly unknown[] = []) => {
    for (let first = 1; first <= rows; first += ROWS) {
      await database.query(statement, [account.id, first, Math.min(rows, first + ROWS - 1), ...others]);
    }
  };
  await insert(
    customers,
    `insert into customers (id, account_id, author_id, name, email, phone, created_at)
     select left('c' || lpad(n::text, 19, '0'), 20), $1, gen_random_uuid(),
       (array['Ada','Marta','Núria','Pau','Jordi','Sofía','Iris','Tom'])[1 + n % 8] || ' ' ||
       (array['Puig','Serra','García','Soler','Vidal','Roca','Moore'])[1 + n % 7] || ' ' || n,
       'client' || n || '@example.org', '+34 600 ' || lpad(n::text, 6, '0'), now() - n * interval '1 hour'
     from generate_series($2::int, $3::int) n`,
  );
  await insert(
    sessions,
    `insert into sessions (id, account_id, author_id, customer_id, date, duration, type, status)
     select left('s' || lpad(n::text, 19, '0'), 20), $1, gen_random_uuid(),
       left('c' || lpad((1 + n % $4)::text, 19, '0'), 20), now() + (n - $5::int / 2) * interval '2 hours', 60,
       (array['Portrait','Wedding','Newborn'])[1 + n % 3],
       case when n > $5::int / 2 then 'scheduled' else 'completed' end
     from generate_series($2::int, $3::int) n`,
    [customers, sessions],
  );
  await insert(
    payments,
    `insert into payments (id, account_id, author_id, session_id, date, amount, currency, method, status)
     select left('p' || lpad(n::text, 19, '0'), 20), $1, gen_random_uuid(),
       left('s' || lpad((1 + n % $4)::text, 19, '0'), 20), now() - n * interval '20 minutes', 1000 + n % 5000, 'EUR',
       'card', 'paid'
     from generate_series($2::int, $3::int) n`,
    [sessions],
  );
}
