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
  unique (account_id, number),
  constraint receipts_payment foreign key (account_id, payment_id)
    references public.payments (account_id, id) on delete cascade
);

create index receipts_client_erase on public.receipts (client_erase_at) where client_erase_at is not null;

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

alter table public.receipt_counters enable row level security;
alter table public.receipts enable row level security;
revoke all on public.receipt_counters, public.receipts from anon, authenticated;
