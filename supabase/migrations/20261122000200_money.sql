-- What follows from payments, kept in the transaction that changes them.
--
-- In which order rows are held, so that nobody waits in a circle:
-- 1. The session's row, first of all: by who changes its money too. It stands for its billing and its payments, which
--    only its holder writes. Who changes several sessions holds them in the order of their ids.
-- 2. At the commit, the account's totals, as one lock. They are counted anew and not by steps, so that it does not
--    matter what else the transaction did, or in which order; and nobody holds them while they wait for a session.

-- Of two who record a payment, or one who does while another gives the session to somebody else, the second sees the
-- first.
create or replace function public.follow_session() returns trigger language plpgsql set search_path = '' as $$
begin
  select s.customer_id, s.photographer_id into new.customer_id, new.photographer_id
    from public.sessions s where s.id = new.session_id and s.account_id = new.account_id for no key update;
  return new;
end $$;

-- Overdue is not among them: it depends on the clock.
create function public.derive_billing_status() returns trigger language plpgsql set search_path = '' as $$
begin
  new.payment_status := case
    when new.waived then 'waived'
    when new.paid_amount > 0 and new.paid_amount >= new.payment_amount then 'paid'
    when new.paid_amount > 0 then 'partial'
    when new.refunded_amount > 0 then 'refunded'
    else 'pending' end;
  return new;
end $$;
create trigger session_billing_derive before insert or update of payment_amount, waived, paid_amount, refunded_amount
  on public.session_billing for each row execute function public.derive_billing_status();

-- A refund is a payment that points at the one it gives back, and counts once it is paid.
create function public.settle_original(original text) returns void language plpgsql set search_path = '' as $$
declare
  p public.payments;
  given bigint;
  is_fitting boolean;
begin
  select * into p from public.payments where id = original for no key update;
  if not found then return; end if;
  select coalesce(sum(r.amount) filter (where r.status = 'paid'), 0),
      coalesce(bool_and(r.session_id = p.session_id and r.currency = p.currency), true)
    into given, is_fitting
    from public.payments r where r.account_id = p.account_id and r.refunds_payment_id = p.id;
  if given > (case when p.status in ('paid', 'partially_refunded', 'refunded') then p.amount else 0 end)
    or not is_fitting or given > 0 and p.refunds_payment_id is not null then
    raise check_violation using message = 'more would be given back than was paid', constraint = 'payments_refund_within';
  end if;
  update public.payments set status = case when given = 0 then 'paid'
      when given < p.amount then 'partially_refunded' else 'refunded' end
    where id = p.id and p.status in ('paid', 'partially_refunded', 'refunded')
      and status <> case when given = 0 then 'paid' when given < p.amount then 'partially_refunded' else 'refunded' end;
end $$;

create function public.settle_session(account text, session text) returns void language plpgsql set search_path = '' as $$
begin
  update public.session_billing b set paid_amount = t.received - t.refunded, refunded_amount = t.refunded
    from (
      select
        coalesce(sum(p.amount) filter (where p.refunds_payment_id is null
          and p.status in ('paid', 'partially_refunded', 'refunded')), 0) as received,
        coalesce(sum(p.amount) filter (where p.refunds_payment_id is not null and p.status = 'paid'), 0) as refunded
      from public.payments p where p.account_id = account and p.session_id = session) t
    where b.session_id = session and b.account_id = account
      and (b.paid_amount, b.refunded_amount) is distinct from (t.received - t.refunded, t.refunded);
end $$;

create function public.settle_payment() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform from public.sessions s where s.id = old.session_id for no key update;
    -- It went with its session, and all that would be settled with it.
    if tg_op = 'DELETE' and not found then return null; end if;
    perform public.settle_original(coalesce(old.refunds_payment_id, old.id));
  end if;
  if tg_op <> 'DELETE' then
    perform from public.sessions s where s.id = new.session_id for no key update;
    perform public.settle_original(coalesce(new.refunds_payment_id, new.id));
    perform public.settle_session(new.account_id, new.session_id);
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and old.session_id <> new.session_id then
    perform public.settle_session(old.account_id, old.session_id);
  end if;
  return null;
end $$;
create trigger payments_settle after insert or delete on public.payments
  for each row execute function public.settle_payment();
create trigger payments_settle_update after update on public.payments
  for each row when ((old.session_id, old.refunds_payment_id, old.amount, old.currency, old.status)
    is distinct from (new.session_id, new.refunds_payment_id, new.amount, new.currency, new.status))
  execute function public.settle_payment();

create function public.start_customer_stats() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.customer_stats (customer_id, account_id) values (new.id, new.account_id);
  return null;
end $$;
create trigger customers_start_stats after insert on public.customers
  for each row execute function public.start_customer_stats();

create function public.hold_totals(account text) returns void language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('totals:' || account, 0));
end $$;

-- A client's sessions and what they owe. What was paid counts where the session does: the rest is no balance.
create function public.recount_customer(account text, customer text) returns void
language plpgsql set search_path = '' as $$
begin
  perform public.hold_totals(account);
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

-- Zones are checked by the browser's list, which may know one that this database does not yet.
create function public.known_zone(zone text) returns text language plpgsql stable set search_path = '' as $$
begin
  perform now() at time zone zone;
  return zone;
exception when invalid_parameter_value then
  return 'UTC';
end $$;

-- What came in and went out, by the month in the studio's zone: of the month that a moment is in, or of all.
create function public.recount_months(account text, moment timestamptz default null) returns void
language plpgsql set search_path = '' as $$
declare
  zone text;
  only_month text;
begin
  perform public.hold_totals(account);
  select public.known_zone(a.time_zone) into zone from public.accounts a where a.id = account;
  -- It went, and what is counted with it.
  if not found then return; end if;
  only_month := to_char(moment at time zone zone, 'YYYY-MM');
  with sums as materialized (
    select to_char(p.date at time zone zone, 'YYYY-MM') as month, coalesce(p.photographer_id::text, '') as photographer,
      p.currency, coalesce(sum(p.amount) filter (where p.refunds_payment_id is null), 0) as received,
      coalesce(sum(p.amount) filter (where p.refunds_payment_id is not null), 0) as refunded,
      count(*) filter (where p.refunds_payment_id is null) as payments
    from public.payments p
    -- No month is longer, by whichever clock.
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

-- What was there before.
insert into public.customer_stats (customer_id, account_id) select c.id, c.account_id from public.customers c
  on conflict do nothing;
insert into public.session_billing (session_id, account_id, author_id)
  select s.id, s.account_id, s.author_id from public.sessions s on conflict do nothing;
update public.session_billing set customer_id = null, photographer_id = null;
update public.payments set customer_id = null, photographer_id = null;
do $$
declare
  r record;
begin
  for r in select p.id from public.payments p where p.refunds_payment_id is null order by p.id loop
    perform public.settle_original(r.id);
  end loop;
  for r in select s.account_id, s.id from public.sessions s order by s.id loop
    perform public.settle_session(r.account_id, r.id);
  end loop;
  for r in select c.account_id, c.id from public.customers c order by c.id loop
    perform public.recount_customer(r.account_id, r.id);
  end loop;
  for r in select a.id from public.accounts a order by a.id loop
    perform public.recount_months(r.id);
  end loop;
end $$;
-- A status that no payment stands behind.
update public.session_billing set paid_amount = paid_amount;

-- What is to be counted anew at the commit: once, however many rows of it a transaction has changed. A transaction sees
-- its own wishes alone, and leaves none.
create table public.total_wishes (
  transaction_id bigint not null,
  -- No foreign key: the studio may go in the same transaction.
  account text not null,
  -- A client's id, or a month: '2026-11'.
  about text not null check (length(about) between 1 and 20),
  -- Some moment of that month.
  moment timestamptz(3),
  primary key (transaction_id, account, about)
);

create function public.wish_total(account text, what text, at timestamptz default null) returns void
language plpgsql set search_path = '' as $$
begin
  if what is null then return; end if;
  insert into public.total_wishes (transaction_id, account, about, moment)
    values (txid_current(), wish_total.account, what, at) on conflict do nothing;
end $$;

create function public.grant_total() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.transaction_id <> txid_current() then return null; end if;
  delete from public.total_wishes w
    where (w.transaction_id, w.account, w.about) = (new.transaction_id, new.account, new.about);
  if new.moment is null then perform public.recount_customer(new.account, new.about);
  else perform public.recount_months(new.account, new.moment); end if;
  return null;
end $$;
create constraint trigger total_wishes_grant after insert on public.total_wishes
  deferrable initially deferred for each row execute function public.grant_total();

create function public.total_customer() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then perform public.wish_total(old.account_id, old.customer_id); end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and old.customer_id is distinct from new.customer_id then
    perform public.wish_total(new.account_id, new.customer_id);
  end if;
  return null;
end $$;
create trigger sessions_total after insert or delete on public.sessions
  for each row execute function public.total_customer();
create trigger sessions_total_update after update on public.sessions for each row
  when ((old.customer_id, old.date, old.status, old.deleted_at)
    is distinct from (new.customer_id, new.date, new.status, new.deleted_at))
  execute function public.total_customer();
-- It begins and ends with its session, where both are counted.
create trigger session_billing_total after update on public.session_billing for each row
  when ((old.customer_id, old.photographer_id, old.payment_amount, old.waived, old.paid_amount)
    is distinct from (new.customer_id, new.photographer_id, new.payment_amount, new.waived, new.paid_amount))
  execute function public.total_customer();

create function public.wish_month(account text, moment timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  zone text;
begin
  select public.known_zone(a.time_zone) into zone from public.accounts a where a.id = account;
  if found then perform public.wish_total(account, to_char(moment at time zone zone, 'YYYY-MM'), moment); end if;
end $$;

create function public.total_payment() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then perform public.wish_month(old.account_id, old.date); end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and old.date <> new.date then
    perform public.wish_month(new.account_id, new.date);
  end if;
  return null;
end $$;
create trigger payments_total after insert or delete on public.payments
  for each row execute function public.total_payment();
create trigger payments_total_update after update on public.payments for each row
  when ((old.date, old.amount, old.currency, old.status, old.photographer_id, old.refunds_payment_id)
    is distinct from (new.date, new.amount, new.currency, new.status, new.photographer_id, new.refunds_payment_id))
  execute function public.total_payment();

-- Midnight is another moment there.
create function public.total_zone() returns trigger language plpgsql set search_path = '' as $$
begin
  perform public.recount_months(new.id);
  return null;
end $$;
create constraint trigger accounts_total_zone after update on public.accounts
  deferrable initially deferred for each row when (old.time_zone is distinct from new.time_zone)
  execute function public.total_zone();

alter table public.total_wishes enable row level security;
revoke all on public.total_wishes from anon, authenticated;
