-- The billing of sessions, payments, and receipts. Statuses and sums that follow from payments are derived by triggers, in the
-- transaction that changes a payment.
--
-- Lock order, which prevents deadlocks:
-- 1. The session's row. Its lock also covers its billing and its payments. A transaction that changes several sessions
--    locks them in the order of their ids.
-- 2. At commit, one advisory lock for the account's totals (request_total). No transaction that holds it
--    waits for a session.
create table public.session_billing (
  session_id text primary key,
  account_id text not null,
  author_id uuid not null,
  -- Derived by derive_billing_status. Overdue is not stored: it depends on the clock.
  payment_status text not null default 'pending'
    check (payment_status in ('pending', 'partial', 'paid', 'refunded', 'waived')),
  payment_amount integer not null default 0 check (payment_amount >= 0), -- minor units
  due_date timestamptz(3),
  waived boolean not null default false,
  -- Copies of the session's columns: permission to see amounts is decided from the row alone.
  customer_id text,
  photographer_id uuid,
  deposit_amount integer not null default 0 check (deposit_amount >= 0), -- minor units
  deposit_due_date timestamptz(3),
  -- Derived by recompute_billing: received minus refunded, and refunded; minor units.
  paid_amount integer not null default 0 check (paid_amount >= 0),
  refunded_amount integer not null default 0 check (refunded_amount >= 0),
  constraint session_billing_session foreign key (account_id, session_id)
    references public.sessions (account_id, id) on delete cascade
);
create index session_billing_status on public.session_billing (account_id, payment_status, session_id);
create index session_billing_due on public.session_billing (account_id, due_date, session_id);
create index session_billing_customer on public.session_billing (account_id, customer_id, session_id);
create index session_billing_photographer on public.session_billing (account_id, photographer_id, session_id);

create table public.payments (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  session_id text not null,
  -- A refund is a payment that refers to the payment it refunds.
  refunds_payment_id text constraint payments_refunds_another check (refunds_payment_id <> id),
  date timestamptz(3) not null,
  amount integer not null check (amount >= 0), -- minor units
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  method text not null default '' check (length(method) <= 60),
  status text not null default 'pending'
    check (status in ('pending', 'paid', 'partially_refunded', 'refunded', 'failed', 'void')),
  notes text not null default '' check (length(notes) <= 20000),
  -- The number of the issued receipt.
  receipt text check (length(receipt) between 1 and 60),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Copies of the session's columns, as in session_billing.
  customer_id text,
  photographer_id uuid,
  purpose text not null default 'balance' check (purpose in ('deposit', 'balance', 'other', 'extras')),
  -- For undo: the member who changed the status may revert it for ten minutes.
  previous_status text
    check (previous_status in ('pending', 'paid', 'partially_refunded', 'refunded', 'failed', 'void')),
  status_changed_at timestamptz(3),
  status_changed_by uuid,
  -- The payment intent of a payment by card online, the refund of one, or the dispute that took it back.
  stripe_id text check (stripe_id ~ '^[a-z]{2}_[A-Za-z0-9_]{1,200}$'),
  dispute text check (dispute in ('open', 'won', 'lost')),
  unique (account_id, id),
  unique (account_id, receipt),
  constraint payments_session foreign key (account_id, session_id)
    references public.sessions (account_id, id) on delete cascade,
  constraint payments_refunds foreign key (account_id, refunds_payment_id)
    references public.payments (account_id, id)
);
create index payments_date on public.payments (account_id, date, id);
create index payments_status on public.payments (account_id, status, date, id);
create index payments_session on public.payments (account_id, session_id, date, id);
create index payments_refunds on public.payments (account_id, refunds_payment_id);
create index payments_customer on public.payments (account_id, customer_id, date, id);
create index payments_photographer on public.payments (account_id, photographer_id, date, id);
create index payments_stripe on public.payments (account_id, stripe_id) where stripe_id is not null;
create trigger payments_touch before update on public.payments
  for each row execute function public.touch_updated_at();
comment on column public.payments.dispute is 'The client''s bank asks for the money back: Stripe decides. Null without a dispute.';

-- Refuses a change of an assigned receipt number.
create function public.forbid_receipt_change() returns trigger language plpgsql set search_path = '' as $$
begin
  raise check_violation using message = 'a receipt number is assigned once', constraint = 'payments_receipt_is_final';
end $$;
create trigger payments_forbid_receipt_change before update on public.payments
  for each row when (old.receipt is not null and new.receipt is distinct from old.receipt)
  execute function public.forbid_receipt_change();

-- Gives each new session its row of billing.
create function public.start_session_billing() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.session_billing (session_id, account_id, author_id, customer_id, photographer_id)
    values (new.id, new.account_id, new.author_id, new.customer_id, new.photographer_id) on conflict do nothing;
  return null;
end $$;
create trigger sessions_start_billing after insert on public.sessions
  for each row execute function public.start_session_billing();

-- Overwrites both columns with the session's values. Locking the session serialises two payments that are recorded at
-- the same time, and a payment that is recorded while the session is reassigned.
create function public.copy_session_owner() returns trigger language plpgsql set search_path = '' as $$
begin
  select s.customer_id, s.photographer_id into new.customer_id, new.photographer_id
    from public.sessions s where s.id = new.session_id and s.account_id = new.account_id for no key update;
  return new;
end $$;
create trigger payments_copy_session_owner before insert or update of session_id, customer_id, photographer_id
  on public.payments for each row execute function public.copy_session_owner();
create trigger session_billing_copy_session_owner before insert or update of session_id, customer_id, photographer_id
  on public.session_billing for each row execute function public.copy_session_owner();

-- Copies a session's new customer or photographer to its billing and payments.
create function public.copy_owner_to_billing() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.session_billing b set customer_id = new.customer_id, photographer_id = new.photographer_id
    where b.session_id = new.id;
  update public.payments p set customer_id = new.customer_id, photographer_id = new.photographer_id
    where p.account_id = new.account_id and p.session_id = new.id;
  return null;
end $$;
create trigger sessions_copy_owner_to_billing after update of customer_id, photographer_id on public.sessions
  for each row when (old.customer_id is distinct from new.customer_id
    or old.photographer_id is distinct from new.photographer_id)
  execute function public.copy_owner_to_billing();

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

-- Derives a payment's status from its refunds. A refund counts once it is paid; the sum of refunds must not exceed the
-- payment, a refund has the payment's session and currency, and a refund cannot be refunded.
create function public.recompute_refund_status(original text) returns void language plpgsql set search_path = '' as $$
declare
  p public.payments;
  refunded bigint;
  is_fitting boolean;
begin
  select * into p from public.payments where id = original for no key update;
  if not found then return; end if;
  select coalesce(sum(r.amount) filter (where r.status = 'paid'), 0),
      coalesce(bool_and(r.session_id = p.session_id and r.currency = p.currency), true)
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

-- Recomputes a session's paid and refunded amounts.
create function public.recompute_billing(account text, session text) returns void language plpgsql set search_path = '' as $$
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

create function public.recompute_after_payment() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform from public.sessions s where s.id = old.session_id for no key update;
    -- The session is being deleted, and its billing with it.
    if tg_op = 'DELETE' and not found then return null; end if;
    perform public.recompute_refund_status(coalesce(old.refunds_payment_id, old.id));
  end if;
  if tg_op <> 'DELETE' then
    perform from public.sessions s where s.id = new.session_id for no key update;
    perform public.recompute_refund_status(coalesce(new.refunds_payment_id, new.id));
    perform public.recompute_billing(new.account_id, new.session_id);
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and old.session_id <> new.session_id then
    perform public.recompute_billing(old.account_id, old.session_id);
  end if;
  return null;
end $$;
create trigger payments_recompute after insert or delete on public.payments
  for each row execute function public.recompute_after_payment();
create trigger payments_recompute_update after update on public.payments
  for each row when ((old.session_id, old.refunds_payment_id, old.amount, old.currency, old.status)
    is distinct from (new.session_id, new.refunds_payment_id, new.amount, new.currency, new.status))
  execute function public.recompute_after_payment();

-- Receipts. Their numbers have no gaps within a year; their contents never change. Server only.
create table public.receipt_counters (
  account_id text not null references public.accounts on delete cascade,
  year integer not null check (year between 1900 and 2200),
  last integer not null default 0 check (last >= 0),
  primary key (account_id, year)
);

create table public.receipts (
  payment_id text primary key,
  account_id text not null,
  number text not null check (length(number) between 1 and 60),
  -- All that is printed, as it was when the receipt was issued.
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  issued_at timestamptz(3) not null default now(),
  -- The client was erased. Their data stays for owners and admins until this time: functions/receipts/retention.ts.
  client_erase_at timestamptz(3),
  -- A refund may fail after it succeeded: its receipt is cancelled, and stays in the books with its number.
  cancelled_at timestamptz(3),
  unique (account_id, number),
  constraint receipts_payment foreign key (account_id, payment_id)
    references public.payments (account_id, id) on delete cascade
);
create index receipts_client_erase on public.receipts (client_erase_at) where client_erase_at is not null;
comment on column public.receipts.cancelled_at is 'When Stripe reported that the refund failed. Only receipts of refunds are ever cancelled.';

-- Refuses every change but the erasure of the client's data: the client, and the session's name, which often contains
-- the client's.
create function public.forbid_receipt_data_change() returns trigger language plpgsql set search_path = '' as $$
begin
  raise check_violation using message = 'a receipt stays what it is', constraint = 'receipts_are_final';
end $$;
create trigger receipts_forbid_change before update on public.receipts
  for each row when (
    (old.payment_id, old.account_id, old.number, old.issued_at, (old.data - 'client') #- '{session,name}')
    is distinct from
    (new.payment_id, new.account_id, new.number, new.issued_at, (new.data - 'client') #- '{session,name}'))
  execute function public.forbid_receipt_data_change();
create trigger receipts_forbid_uncancel before update on public.receipts
  for each row when (old.cancelled_at is not null and old.cancelled_at is distinct from new.cancelled_at)
  execute function public.forbid_receipt_data_change();

alter table public.session_billing enable row level security;
alter table public.payments enable row level security;
alter table public.receipt_counters enable row level security;
alter table public.receipts enable row level security;
revoke all on public.session_billing, public.payments, public.receipt_counters, public.receipts
  from anon, authenticated;
grant execute on function public.recompute_billing(text, text), public.recompute_refund_status(text) to albumen_api;
