-- lock: customer_balances has one row for each client and photographer; filling it takes less than a second.
-- What a client owes is the sum of what is owed for each session: one that was overpaid does not lower it.
alter table public.customer_balances add column owed bigint not null default 0 check (owed >= 0);
comment on column public.customer_balances.owed is 'Minor units: the sum of amountDue (core/domain/payments/billing.ts) over the sessions of billed.';

-- As before, with owed.
create or replace function public.recount_customer(account text, customer text) returns void
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
      sum(b.payment_amount) as billed, sum(b.paid_amount) as paid,
      sum(greatest(b.payment_amount - b.paid_amount, 0)) as owed
    from public.session_billing b join public.sessions s on s.id = b.session_id
    where b.account_id = account and b.customer_id = customer and not b.waived and s.deleted_at is null
      and s.status not in ('inquiry', 'declined', 'cancelled')
    group by 1 having sum(b.payment_amount) > 0 or sum(b.paid_amount) > 0),
  gone as (
    delete from public.customer_balances t where t.account_id = account and t.customer_id = customer
      and t.photographer not in (select u.photographer from sums u))
  insert into public.customer_balances as t (customer_id, account_id, photographer, billed, paid, owed)
    select c.id, c.account_id, u.photographer, u.billed, u.paid, u.owed
    from sums u join public.customers c on c.id = customer and c.account_id = account
    on conflict (customer_id, photographer) do update
      set billed = excluded.billed, paid = excluded.paid, owed = excluded.owed
      where (t.billed, t.paid, t.owed) is distinct from (excluded.billed, excluded.paid, excluded.owed);
end $$;

update public.customer_balances t set owed = u.owed
  from (
    select b.customer_id, coalesce(b.photographer_id::text, '') as photographer,
      sum(greatest(b.payment_amount - b.paid_amount, 0)) as owed
    from public.session_billing b join public.sessions s on s.id = b.session_id
    where not b.waived and s.deleted_at is null and s.status not in ('inquiry', 'declined', 'cancelled')
    group by 1, 2) u
  where t.customer_id = u.customer_id and t.photographer = u.photographer and t.owed <> u.owed;
