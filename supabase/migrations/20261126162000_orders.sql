-- Orders: what a client is charged for, as priced lines. Every session has an order, with the session's id. The extra
-- photos of a gallery whose sessions owe nothing are an order of kind `gallery`, with the selection's id. A payment belongs
-- to one order; it needs no session.
--
-- Lock order: the session's row covers its order; an order without a session is locked itself. Then as in the migration
-- `payments`.
--
-- The previous release writes payments with a session and prices in session_billing. Triggers give these payments their
-- order, and append the difference of a changed price as a line. Rolled back, that release shows no payments without a
-- session: they stay stored.
--
-- lock: one pass over sessions, their billing and payments, and two indexes on columns that are still empty or small; the
-- largest studio has some thousand of them, and the statements take seconds.
create table public.orders (
  -- The session's id, or the selection's.
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  -- Kinds and statuses grow with the product: a list here would have to change with each new one.
  kind text not null check (kind ~ '^[a-z]{1,20}$'),
  status text not null default 'placed' check (status ~ '^[a-z]{1,20}$'),
  customer_id text not null,
  -- Decides who may see the amounts. The session's; of a gallery, the one of its latest session.
  photographer_id uuid,
  session_id text,
  gallery_id text,
  -- The person of the gallery who submitted the selection.
  person_id text,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (account_id, id),
  constraint orders_session foreign key (account_id, session_id)
    references public.sessions (account_id, id) on delete cascade,
  constraint orders_customer foreign key (account_id, customer_id) references public.customers (account_id, id),
  constraint orders_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete set null (gallery_id),
  constraint orders_person foreign key (account_id, gallery_id, person_id)
    references public.gallery_people (account_id, gallery_id, id) on delete set null (person_id),
  constraint orders_photographer foreign key (account_id, photographer_id)
    references public.account_members (account_id, user_id) on delete set null (photographer_id)
);
create index orders_session on public.orders (account_id, session_id);
create index orders_customer on public.orders (account_id, customer_id, created_at, id);
create index orders_gallery on public.orders (account_id, gallery_id, person_id);
create index orders_photographer on public.orders (account_id, photographer_id);
create trigger orders_touch before update on public.orders
  for each row execute function public.touch_updated_at();
create trigger orders_resolve_merged_customer before insert or update of customer_id on public.orders
  for each row execute function public.resolve_merged_customer();

-- What an order charges. A line is never changed: a correction is another line of the same source. No amounts are stored
-- elsewhere but as sums of lines.
create table public.order_lines (
  order_id text not null,
  position integer not null check (position > 0),
  account_id text not null,
  -- `price`: the session's price. `list:<id>`: the extra photos of a selection.
  source text not null check (source ~ '^[a-z]{1,20}(:[0-9a-hjkmnp-tv-z]{20})?$'),
  title text not null default '' check (length(title) <= 200),
  amount integer not null, -- minor units of the order's currency; negative in corrections
  is_correction boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (order_id, position),
  constraint order_lines_order foreign key (account_id, order_id)
    references public.orders (account_id, id) on delete cascade
);
create index order_lines_order on public.order_lines (account_id, order_id, position);
create unique index order_lines_one_of_source on public.order_lines (order_id, source) where not is_correction;

-- Derived by recompute_order. Of a session's order, the columns equal those of session_billing. Apart from the order,
-- because assistants see no amounts.
create table public.order_totals (
  order_id text primary key,
  account_id text not null,
  -- Copies of the order's columns, as in payments.
  customer_id text not null,
  photographer_id uuid,
  total integer not null default 0 check (total >= 0), -- minor units
  paid integer not null default 0 check (paid >= 0),
  refunded integer not null default 0 check (refunded >= 0),
  -- total - paid; below zero, the client has paid more than is charged. Waived orders are owed nothing.
  open integer not null default 0,
  payment_status text not null default 'pending'
    check (payment_status in ('pending', 'partial', 'paid', 'refunded', 'waived')),
  constraint order_totals_open check (open = total - paid),
  constraint order_totals_order foreign key (account_id, order_id)
    references public.orders (account_id, id) on delete cascade
);
create index order_totals_order on public.order_totals (account_id, order_id);
create index order_totals_customer on public.order_totals (account_id, customer_id, order_id);
create index order_totals_photographer on public.order_totals (account_id, photographer_id);

-- Lines stay what they were. Only a title is emptied, when its client is erased; lines are deleted with their order.
create function public.forbid_line_change() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from public.orders o where o.id = old.order_id) then return old; end if;
  elsif new.title = '' and (to_jsonb(new) - 'title') = (to_jsonb(old) - 'title') then
    return new;
  end if;
  raise check_violation using message = 'a line is corrected by another line', constraint = 'order_lines_are_final';
end $$;
create trigger order_lines_forbid_change before update or delete on public.order_lines
  for each row execute function public.forbid_line_change();

-- Recomputes an order's totals, from its lines and payments.
create function public.recompute_order(account text, target text) returns void language plpgsql set search_path = '' as $$
begin
  update public.order_totals t set total = r.total, paid = r.received - r.refunded, refunded = r.refunded,
      open = r.total - (r.received - r.refunded),
      payment_status = case
        when r.waived then 'waived'
        when r.received > r.refunded and r.received - r.refunded >= r.total then 'paid'
        when r.received > r.refunded then 'partial'
        when r.refunded > 0 then 'refunded'
        else 'pending' end
    from (
      select l.total, p.received, p.refunded,
        coalesce((select b.waived from public.session_billing b where b.session_id = target), false) as waived
      from (
        select coalesce(sum(l.amount), 0) as total from public.order_lines l
        where l.account_id = account and l.order_id = target) l
      cross join (
        select
          coalesce(sum(p.amount) filter (where p.refunds_payment_id is null
            and p.status in ('paid', 'partially_refunded', 'refunded')), 0) as received,
          coalesce(sum(p.amount) filter (where p.refunds_payment_id is not null and p.status = 'paid'), 0) as refunded
        from public.payments p where p.account_id = account and p.order_id = target) p) r
    where t.order_id = target and t.account_id = account;
end $$;

-- Appends a line; the first of its source is what is charged, later ones correct it. Call it with the session, or the
-- order without one, locked.
create function public.append_order_line(account text, target text, of_source text, name text, change integer)
returns void language sql set search_path = '' as $$
  insert into public.order_lines (order_id, position, account_id, source, title, amount, is_correction)
    select target, coalesce(max(l.position), 0) + 1, account, of_source, name, change,
      coalesce(bool_or(l.source = of_source), false)
    from public.order_lines l where l.account_id = account and l.order_id = target having change <> 0;
$$;

-- A new line changes the totals, and the price of the session that the order belongs to.
create function public.apply_order_line() returns trigger language plpgsql set search_path = '' as $$
begin
  perform public.recompute_order(new.account_id, new.order_id);
  update public.session_billing b set payment_amount = t.total
    from public.order_totals t
    where t.order_id = new.order_id and b.session_id = new.order_id and b.payment_amount <> t.total;
  return null;
end $$;
create trigger order_lines_apply after insert on public.order_lines
  for each row execute function public.apply_order_line();

-- A price that was set in session_billing becomes a line: the difference to the lines that are there.
create function public.follow_session_billing() returns trigger language plpgsql set search_path = '' as $$
declare
  charged bigint;
begin
  if not exists (select from public.orders o where o.id = new.session_id) then return null; end if;
  select coalesce(sum(l.amount), 0) into charged from public.order_lines l
    where l.account_id = new.account_id and l.order_id = new.session_id;
  if charged <> new.payment_amount then
    perform public.append_order_line(new.account_id, new.session_id, 'price', '', (new.payment_amount - charged)::integer);
  else
    perform public.recompute_order(new.account_id, new.session_id);
  end if;
  return null;
end $$;
create trigger session_billing_follow after update on public.session_billing for each row
  when ((old.payment_amount, old.waived, old.paid_amount, old.refunded_amount)
    is distinct from (new.payment_amount, new.waived, new.paid_amount, new.refunded_amount))
  execute function public.follow_session_billing();

create function public.start_order_totals() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.order_totals (order_id, account_id, customer_id, photographer_id)
    values (new.id, new.account_id, new.customer_id, new.photographer_id);
  return null;
end $$;
create trigger orders_start_totals after insert on public.orders
  for each row execute function public.start_order_totals();

-- Gives each new session its order and its row of billing.
create or replace function public.start_session_billing() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.session_billing (session_id, account_id, author_id, customer_id, photographer_id)
    values (new.id, new.account_id, new.author_id, new.customer_id, new.photographer_id) on conflict do nothing;
  insert into public.orders (id, account_id, author_id, kind, customer_id, photographer_id, session_id, currency)
    select new.id, new.account_id, new.author_id, 'session', new.customer_id, new.photographer_id, new.id, a.currency_code
    from public.accounts a where a.id = new.account_id on conflict do nothing;
  return null;
end $$;

-- Copies an order's new customer or photographer to its totals, and to its payments: those of a session follow the
-- session.
create function public.copy_owner_to_totals() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.order_totals t set customer_id = new.customer_id, photographer_id = new.photographer_id
    where t.order_id = new.id;
  update public.payments p set customer_id = new.customer_id, photographer_id = new.photographer_id
    where p.account_id = new.account_id and p.order_id = new.id and p.session_id is null;
  return null;
end $$;
create trigger orders_copy_owner after update of customer_id, photographer_id on public.orders
  for each row when ((old.customer_id, old.photographer_id) is distinct from (new.customer_id, new.photographer_id))
  execute function public.copy_owner_to_totals();
create or replace function public.copy_owner_to_billing() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.session_billing b set customer_id = new.customer_id, photographer_id = new.photographer_id
    where b.session_id = new.id;
  update public.payments p set customer_id = new.customer_id, photographer_id = new.photographer_id
    where p.account_id = new.account_id and p.session_id = new.id;
  update public.orders o set customer_id = new.customer_id, photographer_id = new.photographer_id
    where o.account_id = new.account_id and o.session_id = new.id;
  return null;
end $$;

-- Amounts have no currency of their own: an account changes its currency only while there are none.
create function public.copy_currency_to_orders() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.orders o set currency = new.currency_code where o.account_id = new.id;
  return null;
end $$;
create trigger accounts_copy_currency after update of currency_code on public.accounts
  for each row when (old.currency_code <> new.currency_code) execute function public.copy_currency_to_orders();

-- Payments without a session. A payment of a session belongs to the session's order unless it names another one.
alter table public.payments add column order_id text;
alter table public.payments alter column session_id drop not null;
alter table public.payments add constraint payments_order foreign key (account_id, order_id)
  references public.orders (account_id, id) on delete cascade not valid;
create index payments_order on public.payments (account_id, order_id, date, id);

-- Overwrites customer and photographer with those of the session, or of the order. Its lock serialises two payments that
-- are recorded at the same time, and a payment that is recorded while session or order are reassigned.
create or replace function public.copy_session_owner() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_table_name = 'payments' then
    if tg_op = 'UPDATE' and old.order_id = old.session_id and new.order_id = old.order_id then
      new.order_id := new.session_id;
    end if;
    new.order_id := coalesce(new.order_id, new.session_id);
    if new.session_id is null then
      select o.customer_id, o.photographer_id into new.customer_id, new.photographer_id
        from public.orders o where o.id = new.order_id and o.account_id = new.account_id for no key update;
      return new;
    end if;
  end if;
  select s.customer_id, s.photographer_id into new.customer_id, new.photographer_id
    from public.sessions s where s.id = new.session_id and s.account_id = new.account_id for no key update;
  return new;
end $$;

create or replace function public.recompute_refund_status(original text) returns void
language plpgsql set search_path = '' as $$
declare
  p public.payments;
  refunded bigint;
  is_fitting boolean;
begin
  select * into p from public.payments where id = original for no key update;
  if not found then return; end if;
  select coalesce(sum(r.amount) filter (where r.status = 'paid'), 0),
      coalesce(bool_and((r.order_id, r.session_id) is not distinct from (p.order_id, p.session_id)
        and r.currency = p.currency), true)
    into refunded, is_fitting
    from public.payments r where r.account_id = p.account_id and r.refunds_payment_id = p.id;
  if refunded > (case when p.status in ('paid', 'partially_refunded', 'refunded') then p.amount else 0 end)
    or not is_fitting or refunded > 0 and p.refunds_payment_id is not null then
    raise check_violation using message = 'more would be refunded than was paid', constraint = 'payments_refund_within';
  end if;
  update public.payments set status = case when refunded = 0 then 'paid'
      when refunded < p.amount then 'partially_refunded' else 'refunded' end
    where id = p.id and p.status in ('paid', 'partially_refunded', 'refunded')
      and status <> case when refunded = 0 then 'paid' when refunded < p.amount then 'partially_refunded' else 'refunded' end;
end $$;

-- Locks a payment's session, or its order without one; false if it is being deleted.
create function public.lock_payment_owner(session text, target text) returns boolean
language plpgsql set search_path = '' as $$
begin
  if session is not null then
    perform from public.sessions s where s.id = session for no key update;
  else
    perform from public.orders o where o.id = target for no key update;
  end if;
  return found;
end $$;

-- Recomputes what a payment changes: the session's billing, from which its order follows, or the order.
create function public.recompute_payment_owner(account text, session text, target text) returns void
language plpgsql set search_path = '' as $$
begin
  if session is not null then perform public.recompute_billing(account, session); end if;
  if target is distinct from session then perform public.recompute_order(account, target); end if;
end $$;

create or replace function public.recompute_after_payment() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    -- Session or order are being deleted, and the totals with them.
    if not public.lock_payment_owner(old.session_id, old.order_id) and tg_op = 'DELETE' then return null; end if;
    perform public.recompute_refund_status(coalesce(old.refunds_payment_id, old.id));
  end if;
  if tg_op <> 'DELETE' then
    perform public.lock_payment_owner(new.session_id, new.order_id);
    perform public.recompute_refund_status(coalesce(new.refunds_payment_id, new.id));
    perform public.recompute_payment_owner(new.account_id, new.session_id, new.order_id);
  end if;
  if tg_op = 'DELETE'
    or tg_op = 'UPDATE' and (old.session_id, old.order_id) is distinct from (new.session_id, new.order_id) then
    perform public.recompute_payment_owner(old.account_id, old.session_id, old.order_id);
  end if;
  return null;
end $$;

-- What a customer owes includes the orders without a session.
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
  with charged as (
    select b.photographer_id, b.payment_amount as billed, b.paid_amount as paid
    from public.session_billing b join public.sessions s on s.id = b.session_id
    where b.account_id = account and b.customer_id = customer and not b.waived and s.deleted_at is null
      and s.status not in ('inquiry', 'declined', 'cancelled')
    union all
    select o.photographer_id, t.total, t.paid
    from public.orders o join public.order_totals t on t.order_id = o.id
    where o.account_id = account and o.customer_id = customer and o.session_id is null and o.kind <> 'session'),
  sums as materialized (
    select coalesce(c.photographer_id::text, '') as photographer, sum(c.billed) as billed, sum(c.paid) as paid,
      sum(greatest(c.billed - c.paid, 0)) as owed
    from charged c group by 1 having sum(c.billed) > 0 or sum(c.paid) > 0),
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
-- Updates only, as those of billing: an order begins without lines.
create trigger order_totals_total after update on public.order_totals for each row
  when ((old.customer_id, old.photographer_id, old.total, old.paid)
    is distinct from (new.customer_id, new.photographer_id, new.total, new.paid))
  execute function public.request_customer_total();

-- Checkouts of orders, and of methods that take days: `processing` is paid by the client and not yet received.
alter table public.checkouts add column order_id text;
alter table public.checkouts add constraint checkouts_order foreign key (account_id, order_id)
  references public.orders (account_id, id) on delete set null (order_id) not valid;
create index checkouts_order on public.checkouts (account_id, order_id);
alter table public.checkouts drop constraint checkouts_status_check;
alter table public.checkouts add constraint checkouts_status_check
  check (status in ('open', 'processing', 'closing', 'expired', 'paid', 'refunding', 'refunded')) not valid;

-- Mails about an order without a session.
alter table public.messages add column order_id text;
alter table public.messages add constraint messages_order foreign key (account_id, order_id)
  references public.orders (account_id, id) on delete cascade not valid;
create index messages_order on public.messages (account_id, order_id, created_at, id);

alter table public.orders enable row level security;
alter table public.order_lines enable row level security;
alter table public.order_totals enable row level security;
revoke all on public.orders, public.order_lines, public.order_totals from anon, authenticated;
grant execute on function public.recompute_order(text, text), public.lock_payment_owner(text, text),
  public.append_order_line(text, text, text, text, integer), public.recompute_payment_owner(text, text, text)
  to albumen_api;

-- The sessions that are there: an order each, one line a selection that was charged, and one for the rest of the price.
insert into public.orders (id, account_id, author_id, kind, customer_id, photographer_id, session_id, currency, created_at)
  select s.id, s.account_id, s.author_id, 'session', s.customer_id, s.photographer_id, s.id, a.currency_code, s.created_at
  from public.sessions s join public.accounts a on a.id = s.account_id
  on conflict do nothing;
update public.payments p set order_id = p.session_id where p.order_id is null;
alter table public.payments validate constraint payments_order;
with extras as (
  select p.account_id, p.session_id, c.list_id, l.name, sum(p.amount)::integer as amount
  from public.payments p
    join (select distinct list_id, payment_id from public.pick_round_charges) c on c.payment_id = p.id
    join public.pick_lists l on l.id = c.list_id
  where p.amount > 0 group by 1, 2, 3, 4),
lines as (
  select b.account_id, b.session_id, 'price' as source, '' as title,
    b.payment_amount - coalesce((select sum(e.amount) from extras e where e.session_id = b.session_id), 0) as amount
  from public.session_billing b
  union all select e.account_id, e.session_id, 'list:' || e.list_id, left(e.name, 200), e.amount from extras e)
insert into public.order_lines (order_id, position, account_id, source, title, amount)
  select l.session_id, row_number() over (partition by l.session_id order by l.source = 'price' desc, l.source),
    l.account_id, l.source, l.title, l.amount
  from lines l where l.amount <> 0;
select public.recompute_order(o.account_id, o.id) from public.orders o;

alter publication zero_studio add table public.orders, public.order_totals;
do $$ begin
  if to_regprocedure('zero_0.update_schemas()') is not null then perform zero_0.update_schemas(); end if;
end $$;
