-- Counts and totals of customers and months (docs/decisions/counts.md). A transaction requests a total by a row of pending_totals;
-- a deferred trigger recomputes each of them once at commit. Totals are recomputed, not incremented, so that the
-- order of the changes does not matter.
create table public.customer_stats (
  customer_id text primary key,
  account_id text not null,
  -- Sessions outside the trash that are neither declined nor cancelled.
  session_count integer not null default 0 check (session_count >= 0),
  -- The latest of these sessions; it may be in the future.
  last_session_at timestamptz(3),
  constraint customer_stats_customer foreign key (account_id, customer_id)
    references public.customers (account_id, id) on delete cascade
);
create index customer_stats_account on public.customer_stats (account_id, last_session_at, customer_id);

-- What a customer was billed and has paid, one row for each photographer: a photographer sees only their own row.
create table public.customer_balances (
  customer_id text not null,
  account_id text not null,
  -- The photographer's id; empty for sessions without one.
  photographer text not null default '' check (length(photographer) <= 36),
  -- Minor units. Of sessions outside the trash that are neither inquiries, declined, cancelled nor waived.
  billed bigint not null default 0 check (billed >= 0),
  paid bigint not null default 0 check (paid >= 0),
  primary key (customer_id, photographer),
  constraint customer_balances_customer foreign key (account_id, customer_id)
    references public.customers (account_id, id) on delete cascade
);
create index customer_balances_account on public.customer_balances (account_id, customer_id, photographer);

create table public.revenue_months (
  account_id text not null references public.accounts on delete cascade,
  -- '2026-11', in the account's time zone.
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- The photographer's id; empty for sessions without one.
  photographer text not null default '' check (length(photographer) <= 36),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Minor units.
  received bigint not null default 0 check (received >= 0),
  refunded bigint not null default 0 check (refunded >= 0),
  payment_count integer not null default 0 check (payment_count >= 0),
  primary key (account_id, month, photographer, currency)
);

create function public.start_customer_stats() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.customer_stats (customer_id, account_id) values (new.id, new.account_id);
  return null;
end $$;
create trigger customers_start_stats after insert on public.customers
  for each row execute function public.start_customer_stats();

-- Serialises the computation of an account's totals until commit.
create function public.lock_totals(account text) returns void language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('totals:' || account, 0));
end $$;

-- Recomputes the session count and the balances of a customer. The statuses must equal those in core/domain/payments/billing.ts
-- in which the price is owed; payments of other sessions are no part of the balance.
create function public.recount_customer(account text, customer text) returns void
language plpgsql set search_path = '' as $$
begin
  perform public.lock_totals(account);
  update public.customer_stats t set session_count = r.sessions, last_session_at = r.last
    from (
      select count(*) as sessions, max(s.date) as last from public.sessions s
      where s.account_id = account and s.customer_id = customer and s.deleted_at is null
        and s.status not in ('declined', 'cancelled')) r
    where t.customer_id = customer and t.account_id = account
      and (t.session_count, t.last_session_at) is distinct from (r.sessions, r.last);
  with sums as materialized (
    select coalesce(b.photographer_id::text, '') as photographer,
      sum(b.payment_amount) as billed, sum(b.paid_amount) as paid
    from public.session_billing b join public.sessions s on s.id = b.session_id
    where b.account_id = account and b.customer_id = customer and not b.waived and s.deleted_at is null
      and s.status not in ('inquiry', 'declined', 'cancelled')
    group by 1 having sum(b.payment_amount) > 0 or sum(b.paid_amount) > 0),
  gone as (
    delete from public.customer_balances t where t.account_id = account and t.customer_id = customer
      and t.photographer not in (select u.photographer from sums u))
  insert into public.customer_balances as t (customer_id, account_id, photographer, billed, paid)
    select c.id, c.account_id, u.photographer, u.billed, u.paid
    from sums u join public.customers c on c.id = customer and c.account_id = account
    on conflict (customer_id, photographer) do update set billed = excluded.billed, paid = excluded.paid
      where (t.billed, t.paid) is distinct from (excluded.billed, excluded.paid);
end $$;

-- The time zone, or UTC if this database does not know it: zones are validated by the browser's list, which may be
-- newer.
create function public.known_zone(zone text) returns text language plpgsql stable set search_path = '' as $$
begin
  perform now() at time zone zone;
  return zone;
exception when invalid_parameter_value then
  return 'UTC';
end $$;

-- Recomputes an account's revenue of the month that contains the given time, or of all months.
create function public.recount_months(account text, moment timestamptz default null) returns void
language plpgsql set search_path = '' as $$
declare
  zone text;
  only_month text;
begin
  perform public.lock_totals(account);
  select public.known_zone(a.time_zone) into zone from public.accounts a where a.id = account;
  -- The account is being deleted, and its totals with it.
  if not found then return; end if;
  only_month := to_char(moment at time zone zone, 'YYYY-MM');
  with sums as materialized (
    select to_char(p.date at time zone zone, 'YYYY-MM') as month, coalesce(p.photographer_id::text, '') as photographer,
      p.currency, coalesce(sum(p.amount) filter (where p.refunds_payment_id is null), 0) as received,
      coalesce(sum(p.amount) filter (where p.refunds_payment_id is not null), 0) as refunded,
      count(*) filter (where p.refunds_payment_id is null) as payments
    from public.payments p
    -- Limits the index scan: 32 days either way cover any month in any time zone.
    where p.account_id = account and p.date between coalesce(moment - interval '32 days', '-infinity')
        and coalesce(moment + interval '32 days', 'infinity')
      and (p.status = 'paid' or p.refunds_payment_id is null and p.status in ('partially_refunded', 'refunded'))
    group by 1, 2, 3),
  wanted as materialized (select * from sums u where only_month is null or u.month = only_month),
  gone as (
    update public.revenue_months t set received = 0, refunded = 0, payment_count = 0
    where t.account_id = account and (only_month is null or t.month = only_month)
      and (t.received, t.refunded, t.payment_count) <> (0, 0, 0)
      and (t.month, t.photographer, t.currency) not in (select u.month, u.photographer, u.currency from wanted u))
  insert into public.revenue_months as t (account_id, month, photographer, currency, received, refunded, payment_count)
    select account, u.month, u.photographer, u.currency, u.received, u.refunded, u.payments from wanted u
    on conflict (account_id, month, photographer, currency) do update
      set received = excluded.received, refunded = excluded.refunded, payment_count = excluded.payment_count
      where (t.received, t.refunded, t.payment_count)
        is distinct from (excluded.received, excluded.refunded, excluded.payment_count);
end $$;

-- Totals to recompute once, at commit. A transaction sees only its own rows, and deletes them before it ends.
create table public.pending_totals (
  transaction_id bigint not null,
  -- No foreign key: the account may be deleted in the same transaction.
  account text not null,
  -- A customer's id, or a month: '2026-11'.
  total_key text not null check (length(total_key) between 1 and 20),
  -- A time within that month; null for a customer.
  month_at timestamptz(3),
  primary key (transaction_id, account, total_key)
);

create function public.request_total(account text, key text, in_month timestamptz default null) returns void
language plpgsql set search_path = '' as $$
begin
  if key is null then return; end if;
  insert into public.pending_totals (transaction_id, account, total_key, month_at)
    values (txid_current(), request_total.account, key, in_month) on conflict do nothing;
end $$;

create function public.apply_pending_total() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.transaction_id <> txid_current() then return null; end if;
  delete from public.pending_totals w
    where (w.transaction_id, w.account, w.total_key) = (new.transaction_id, new.account, new.total_key);
  if new.month_at is null then perform public.recount_customer(new.account, new.total_key);
  else perform public.recount_months(new.account, new.month_at); end if;
  return null;
end $$;
create constraint trigger pending_totals_apply after insert on public.pending_totals
  deferrable initially deferred for each row execute function public.apply_pending_total();

create function public.request_customer_total() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then perform public.request_total(old.account_id, old.customer_id); end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and old.customer_id is distinct from new.customer_id then
    perform public.request_total(new.account_id, new.customer_id);
  end if;
  return null;
end $$;
create trigger sessions_total after insert or delete on public.sessions
  for each row execute function public.request_customer_total();
create trigger sessions_total_update after update on public.sessions for each row
  when ((old.customer_id, old.date, old.status, old.deleted_at)
    is distinct from (new.customer_id, new.date, new.status, new.deleted_at))
  execute function public.request_customer_total();
-- Updates only: the session's own trigger covers the insertion and deletion of its billing.
create trigger session_billing_total after update on public.session_billing for each row
  when ((old.customer_id, old.photographer_id, old.payment_amount, old.waived, old.paid_amount)
    is distinct from (new.customer_id, new.photographer_id, new.payment_amount, new.waived, new.paid_amount))
  execute function public.request_customer_total();

create function public.request_month(account text, moment timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  zone text;
begin
  select public.known_zone(a.time_zone) into zone from public.accounts a where a.id = account;
  if found then perform public.request_total(account, to_char(moment at time zone zone, 'YYYY-MM'), moment); end if;
end $$;

create function public.request_month_totals() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then perform public.request_month(old.account_id, old.date); end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and old.date <> new.date then
    perform public.request_month(new.account_id, new.date);
  end if;
  return null;
end $$;
create trigger payments_total after insert or delete on public.payments
  for each row execute function public.request_month_totals();
create trigger payments_total_update after update on public.payments for each row
  when ((old.date, old.amount, old.currency, old.status, old.photographer_id, old.refunds_payment_id)
    is distinct from (new.date, new.amount, new.currency, new.status, new.photographer_id, new.refunds_payment_id))
  execute function public.request_month_totals();

-- Recomputes all months when the account's time zone changes: each month then begins at another time.
create function public.recompute_all_months() returns trigger language plpgsql set search_path = '' as $$
begin
  perform public.recount_months(new.id);
  return null;
end $$;
create constraint trigger accounts_recompute_all_months after update on public.accounts
  deferrable initially deferred for each row when (old.time_zone is distinct from new.time_zone)
  execute function public.recompute_all_months();

alter table public.customer_stats enable row level security;
alter table public.customer_balances enable row level security;
alter table public.revenue_months enable row level security;
alter table public.pending_totals enable row level security;
revoke all on public.customer_stats, public.customer_balances, public.revenue_months, public.pending_totals
  from anon, authenticated;
grant execute on function public.known_zone(text), public.lock_totals(text), public.recount_customer(text, text),
  public.recount_months(text, timestamptz), public.request_month(text, timestamptz),
  public.request_total(text, text, timestamptz) to albumen_api;
