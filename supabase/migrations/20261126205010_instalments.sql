-- The payment plan of an order: instalments that sum to its total, filled by its payments in order. An order without rows
-- here has the plan of session_billing: a deposit and the rest. With rows, the deposit and the due dates of session_billing
-- are copies of the first and last instalment, for what reads them there.
--
-- The previous release writes deposits and due dates in session_billing: a plan that differs then ends, and theirs applies.
-- The new columns have constant defaults, so no row is rewritten; the widened check is validated later.
create table public.order_instalments (
  order_id text not null,
  position integer not null check (position between 1 and 24),
  account_id text not null,
  amount integer not null check (amount > 0), -- minor units of the order's currency
  due_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  primary key (order_id, position),
  constraint order_instalments_order foreign key (account_id, order_id)
    references public.orders (account_id, id) on delete cascade
);
create index order_instalments_order on public.order_instalments (account_id, order_id, position);
create index order_instalments_due on public.order_instalments (due_at);

alter table public.orders add column plan_moves boolean not null default false;
comment on column public.orders.plan_moves is 'Instalments that are not paid move with the session.';
alter table public.orders add column plan_reminds boolean not null default true;
comment on column public.orders.plan_reminds is 'The client is reminded of each instalment by mail.';

alter table public.payments drop constraint payments_purpose_check;
alter table public.payments add constraint payments_purpose_check
  check (purpose in ('deposit', 'instalment', 'balance', 'other', 'extras')) not valid;
alter table public.checkouts drop constraint checkouts_purpose_check;
alter table public.checkouts add constraint checkouts_purpose_check
  check (purpose in ('deposit', 'instalment', 'balance', 'other', 'extras')) not valid;

-- The deposit and the due dates that session_billing has of a plan. No row without a plan.
create function public.plan_summary(account text, target text)
returns table (deposit integer, deposit_due timestamptz, due timestamptz) language sql stable set search_path = '' as $$
  select case when count(*) > 1 then (array_agg(i.amount order by i.position))[1] else 0 end,
    case when count(*) > 1 then (array_agg(i.due_at order by i.position))[1] end,
    (array_agg(i.due_at order by i.position desc))[1]
  from public.order_instalments i where i.account_id = account and i.order_id = target having count(*) > 0;
$$;

create function public.copy_plan_to_billing(account text, target text) returns void
language sql set search_path = '' as $$
  update public.session_billing b set deposit_amount = s.deposit, deposit_due_date = s.deposit_due, due_date = s.due
    from public.plan_summary(account, target) s
    where b.session_id = target and (b.deposit_amount, b.deposit_due_date, b.due_date)
      is distinct from (s.deposit, s.deposit_due, s.due);
$$;

-- A changed total changes the plan from its end: the last instalment takes what is added, and the last ones lose what is
-- taken away. A total of zero ends the plan.
create function public.fit_instalments() returns trigger language plpgsql set search_path = '' as $$
declare
  over bigint;
  part record;
begin
  select coalesce(sum(i.amount), 0) - new.total into over from public.order_instalments i
    where i.account_id = new.account_id and i.order_id = new.order_id;
  if not exists (select from public.order_instalments i
    where i.account_id = new.account_id and i.order_id = new.order_id) then return null; end if;
  for part in select i.position, i.amount from public.order_instalments i
    where i.account_id = new.account_id and i.order_id = new.order_id order by i.position desc
  loop
    exit when over = 0;
    if over >= part.amount then
      delete from public.order_instalments i
        where i.account_id = new.account_id and i.order_id = new.order_id and i.position = part.position;
      over := over - part.amount;
    else
      update public.order_instalments i set amount = part.amount - over
        where i.account_id = new.account_id and i.order_id = new.order_id and i.position = part.position;
      over := 0;
    end if;
  end loop;
  perform public.copy_plan_to_billing(new.account_id, new.order_id);
  if new.total = 0 then
    update public.session_billing b set deposit_amount = 0, deposit_due_date = null where b.session_id = new.order_id;
  end if;
  return null;
end $$;
create trigger order_totals_fit_instalments after update on public.order_totals for each row
  when (old.total <> new.total) execute function public.fit_instalments();

-- At commit a plan sums to what its order charges.
create function public.assert_plan() returns trigger language plpgsql set search_path = '' as $$
declare
  target text := coalesce(new.order_id, old.order_id);
begin
  if exists (select from public.order_totals t join (
      select i.order_id, sum(i.amount) as amount from public.order_instalments i where i.order_id = target group by 1) p
      on p.order_id = t.order_id
    where t.total <> p.amount) then
    raise check_violation using message = 'the instalments do not sum to the total',
      constraint = 'order_instalments_sum';
  end if;
  return null;
end $$;
create constraint trigger order_instalments_assert_plan after insert or update or delete on public.order_instalments
  deferrable initially deferred for each row execute function public.assert_plan();

-- Deposit or due dates that are not the plan's replace it.
create function public.end_replaced_plan() returns trigger language plpgsql set search_path = '' as $$
begin
  if exists (select from public.plan_summary(new.account_id, new.session_id) s
    where (s.deposit, s.deposit_due, s.due)
      is distinct from (new.deposit_amount, new.deposit_due_date, new.due_date)) then
    delete from public.order_instalments i where i.account_id = new.account_id and i.order_id = new.session_id;
  end if;
  return null;
end $$;
create trigger session_billing_end_replaced_plan after update on public.session_billing for each row
  when ((old.deposit_amount, old.deposit_due_date, old.due_date)
    is distinct from (new.deposit_amount, new.deposit_due_date, new.due_date))
  execute function public.end_replaced_plan();

-- Moves the instalments that are not paid by as much as the session was moved, if its plan does.
create function public.move_instalments() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.order_instalments i set due_at = i.due_at + (new.date - old.date)
    from (
      select p.position, sum(p.amount) over (order by p.position) > t.paid as is_open
      from public.order_instalments p join public.order_totals t on t.order_id = p.order_id
        join public.orders o on o.id = p.order_id
      where p.account_id = new.account_id and p.order_id = new.id and o.plan_moves) f
    where i.account_id = new.account_id and i.order_id = new.id and i.position = f.position and f.is_open;
  if found then perform public.copy_plan_to_billing(new.account_id, new.id); end if;
  return null;
end $$;
create trigger sessions_move_instalments after update of date on public.sessions for each row
  when (old.date <> new.date) execute function public.move_instalments();

alter table public.order_instalments enable row level security;
revoke all on public.order_instalments from anon, authenticated;
grant execute on function public.plan_summary(text, text), public.copy_plan_to_billing(text, text) to albumen_api;

alter publication zero_studio add table public.order_instalments;
do $$ begin
  if to_regprocedure('zero_0.update_schemas()') is not null then perform zero_0.update_schemas(); end if;
end $$;
