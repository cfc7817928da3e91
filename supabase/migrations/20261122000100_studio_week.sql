-- What a studio's week is made of, from here on synced: sessions and what they are booked from, places, payments; with
-- what they lacked for it. Totals and derived states are kept by the triggers of the next file.

alter table public.customers
  add column address text not null default '' check (length(address) <= 1000),
  -- As receipts name it.
  add column tax_id text not null default '' check (length(tax_id) <= 60),
  -- All that was known of this person is gone; what the tax office asks for is kept, and names nobody.
  add column erased_at timestamptz(3);

alter table public.session_types
  -- Offered on the public booking page.
  add column is_bookable boolean not null default false,
  -- A booking is an inquiry first.
  add column requires_approval boolean not null default false,
  add column archived_at timestamptz(3);

alter table public.session_type_prices
  -- Minor units; asked for at the booking, and a part of the price.
  add column deposit integer not null default 0 check (deposit >= 0),
  add constraint session_type_prices_deposit_within check (deposit <= greatest(price, 0));

-- lock: no release holds rows yet.
alter table public.schedule_plans
  add column location_id text,
  add constraint schedule_plans_location foreign key (account_id, location_id)
    references public.locations (account_id, id) on delete set null (location_id);
create index schedule_plans_location on public.schedule_plans (account_id, location_id);

-- lock: no release holds rows yet.
alter table public.sessions
  add column location_id text,
  add column source text not null default 'studio' check (source in ('studio', 'client')),
  -- What the client wrote when booking.
  add column client_message text not null default '' check (length(client_message) <= 4000),
  add column checklist jsonb not null default '[]' check (jsonb_typeof(checklist) = 'array'),
  add column previous_status text
    check (previous_status in ('inquiry', 'scheduled', 'declined', 'confirmed', 'completed', 'cancelled', 'no_show')),
  add column status_changed_at timestamptz(3),
  add column status_changed_by uuid,
  add column deleted_at timestamptz(3),
  add constraint sessions_location foreign key (account_id, location_id)
    references public.locations (account_id, id) on delete set null (location_id);
create index sessions_location on public.sessions (account_id, location_id);
create index sessions_deleted on public.sessions (deleted_at) where deleted_at is not null;

alter table public.session_billing
  -- Whose session it is and whose it is for, followed from the session: what a photographer may see of money is asked
  -- of each row by itself.
  add column customer_id text,
  add column photographer_id uuid,
  add column deposit_amount integer not null default 0 check (deposit_amount >= 0),
  add column deposit_due_date timestamptz(3),
  -- Derived: what was paid and not given back, and what was given back; minor units.
  add column paid_amount integer not null default 0 check (paid_amount >= 0),
  add column refunded_amount integer not null default 0 check (refunded_amount >= 0);
create index session_billing_customer on public.session_billing (account_id, customer_id, session_id);
create index session_billing_photographer on public.session_billing (account_id, photographer_id, session_id);

alter table public.payments
  add column customer_id text,
  add column photographer_id uuid,
  add column purpose text not null default 'balance' check (purpose in ('deposit', 'balance', 'other')),
  add column previous_status text
    check (previous_status in ('pending', 'paid', 'partially_refunded', 'refunded', 'failed', 'void')),
  add column status_changed_at timestamptz(3),
  add column status_changed_by uuid;
create index payments_customer on public.payments (account_id, customer_id, date, id);
create index payments_photographer on public.payments (account_id, photographer_id, date, id);

-- Each session has its one row of billing, from its first moment.
create function public.start_session_billing() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.session_billing (session_id, account_id, author_id, customer_id, photographer_id)
    values (new.id, new.account_id, new.author_id, new.customer_id, new.photographer_id) on conflict do nothing;
  return null;
end $$;
create trigger sessions_start_billing after insert on public.sessions
  for each row execute function public.start_session_billing();

-- Whatever a mutator says of these two, the session's own are true.
create function public.follow_session() returns trigger language plpgsql set search_path = '' as $$
begin
  select s.customer_id, s.photographer_id into new.customer_id, new.photographer_id
    from public.sessions s where s.id = new.session_id and s.account_id = new.account_id;
  return new;
end $$;
create trigger payments_follow_session before insert or update of session_id, customer_id, photographer_id
  on public.payments for each row execute function public.follow_session();
create trigger session_billing_follow_session before insert or update of session_id, customer_id, photographer_id
  on public.session_billing for each row execute function public.follow_session();

create function public.lead_billing() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.session_billing b set customer_id = new.customer_id, photographer_id = new.photographer_id
    where b.session_id = new.id;
  update public.payments p set customer_id = new.customer_id, photographer_id = new.photographer_id
    where p.account_id = new.account_id and p.session_id = new.id;
  return null;
end $$;
create trigger sessions_lead_billing after update of customer_id, photographer_id on public.sessions
  for each row when (old.customer_id is distinct from new.customer_id
    or old.photographer_id is distinct from new.photographer_id)
  execute function public.lead_billing();

-- What happened to a session, in order; nothing of money.
create table public.session_events (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  session_id text not null,
  kind text not null check (kind in ('created', 'booked', 'rescheduled', 'status')),
  -- Null: the client, by a link.
  actor_id uuid,
  -- rescheduled: {from, to} in epoch milliseconds; status: {from, to}.
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  at timestamptz(3) not null default now(),
  constraint session_events_session foreign key (account_id, session_id)
    references public.sessions (account_id, id) on delete cascade
);
create index session_events_session on public.session_events (account_id, session_id, at, id);
create index session_events_at on public.session_events (account_id, at, id);

-- Mails to clients, as the studio sees them; the outbox carries them out.
create table public.messages (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  kind text not null check (kind in ('booking_received', 'booking_confirmed', 'booking_declined',
    'session_rescheduled', 'session_cancelled', 'session_reminder', 'receipt')),
  customer_id text,
  session_id text,
  recipient text not null check (length(recipient) <= 320 and recipient like '_%@_%'),
  language text not null check (language in ('en', 'es', 'ca')),
  -- Nothing of money: assistants see this row. A receipt's payment is in the outbox.
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed', 'withdrawn')),
  -- When it is to go: the studio's own acts can be undone until then.
  due_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  -- A stable code, not the server's words.
  error text check (error ~ '^[a-z_]{2,60}$'),
  created_at timestamptz(3) not null default now(),
  unique (account_id, id),
  constraint messages_customer foreign key (account_id, customer_id)
    references public.customers (account_id, id) on delete cascade,
  constraint messages_session foreign key (account_id, session_id)
    references public.sessions (account_id, id) on delete cascade,
  constraint messages_sent_when check ((status = 'sent') = (sent_at is not null))
);
create index messages_created on public.messages (account_id, created_at, id);
create index messages_session on public.messages (account_id, session_id, created_at, id);
create index messages_customer on public.messages (account_id, customer_id, created_at, id);
create index messages_failed on public.messages (account_id, created_at) where status = 'failed';

-- What a studio writes instead of our words; kinds as in messages.
create table public.mail_templates (
  account_id text not null references public.accounts on delete cascade,
  kind text not null check (kind in ('booking_received', 'booking_confirmed', 'booking_declined',
    'session_rescheduled', 'session_cancelled', 'session_reminder', 'receipt')),
  language text not null check (language in ('en', 'es', 'ca')),
  author_id uuid not null,
  subject text not null check (length(btrim(subject)) between 1 and 200),
  body text not null check (length(btrim(body)) between 1 and 10000),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, kind, language)
);
create trigger mail_templates_touch before update on public.mail_templates
  for each row execute function public.touch_updated_at();

-- Counts and totals (decisions §10), kept by triggers. Money in tables of its own.
create table public.customer_stats (
  customer_id text primary key,
  account_id text not null,
  -- Sessions outside the trash that are neither declined nor cancelled.
  session_count integer not null default 0 check (session_count >= 0),
  -- The latest of them, which may be to come.
  last_session_at timestamptz(3),
  constraint customer_stats_customer foreign key (account_id, customer_id)
    references public.customers (account_id, id) on delete cascade
);
create index customer_stats_account on public.customer_stats (account_id, last_session_at, customer_id);

-- A row for each photographer whose sessions a client had: photographers see their own, others the sum.
create table public.customer_balances (
  customer_id text not null,
  account_id text not null,
  -- The photographer's id; empty where a session is nobody's.
  photographer text not null default '' check (length(photographer) <= 36),
  -- Minor units. billed: of sessions outside the trash that are neither inquiries, declined, cancelled nor waived.
  billed bigint not null default 0 check (billed >= 0),
  paid bigint not null default 0 check (paid >= 0),
  primary key (customer_id, photographer),
  constraint customer_balances_customer foreign key (account_id, customer_id)
    references public.customers (account_id, id) on delete cascade
);
create index customer_balances_account on public.customer_balances (account_id, customer_id, photographer);

create table public.revenue_months (
  account_id text not null references public.accounts on delete cascade,
  -- '2026-11', in the studio's zone.
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  photographer text not null default '' check (length(photographer) <= 36),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  received bigint not null default 0 check (received >= 0),
  refunded bigint not null default 0 check (refunded >= 0),
  payment_count integer not null default 0 check (payment_count >= 0),
  primary key (account_id, month, photographer, currency)
);

-- Numbers of receipts, without gaps within a year; and what each said when it was made, which never changes.
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
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  issued_at timestamptz(3) not null default now(),
  unique (account_id, number),
  constraint receipts_payment foreign key (account_id, payment_id)
    references public.payments (account_id, id) on delete cascade
);

-- A slot that a visitor has fifteen minutes for.
create table public.slot_holds (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null,
  session_type_id text not null,
  token_hash text not null unique check (length(token_hash) between 43 and 64),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  constraint slot_holds_type foreign key (account_id, session_type_id)
    references public.session_types (account_id, id) on delete cascade,
  constraint slot_holds_end_after_start check (ends_at > starts_at)
);
create index slot_holds_starts on public.slot_holds (account_id, starts_at);
create index slot_holds_expires on public.slot_holds (expires_at);

-- By which a client changes or cancels a session; as many as mails that have one.
create table public.session_links (
  token_hash text primary key check (length(token_hash) between 43 and 64),
  account_id text not null,
  session_id text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  constraint session_links_session foreign key (account_id, session_id)
    references public.sessions (account_id, id) on delete cascade
);
create index session_links_session on public.session_links (account_id, session_id);
create index session_links_expires on public.session_links (expires_at);

-- The address that a member's calendar program reads; goes with the membership.
create table public.calendar_feeds (
  account_id text not null,
  user_id uuid not null,
  token_hash text not null unique check (length(token_hash) between 43 and 64),
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  primary key (account_id, user_id),
  constraint calendar_feeds_member foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade
);

alter table public.session_events enable row level security;
alter table public.messages enable row level security;
alter table public.mail_templates enable row level security;
alter table public.customer_stats enable row level security;
alter table public.customer_balances enable row level security;
alter table public.revenue_months enable row level security;
alter table public.receipt_counters enable row level security;
alter table public.receipts enable row level security;
alter table public.slot_holds enable row level security;
alter table public.session_links enable row level security;
alter table public.calendar_feeds enable row level security;
revoke all on public.session_events, public.messages, public.mail_templates, public.customer_stats,
  public.customer_balances, public.revenue_months, public.receipt_counters, public.receipts, public.slot_holds,
  public.session_links, public.calendar_feeds from anon, authenticated;

alter publication zero_studio add table
  public.customer_balances,
  public.customer_stats,
  public.locations,
  public.mail_templates,
  public.messages,
  public.payments,
  public.revenue_months,
  public.schedule_plans,
  public.session_billing,
  public.session_events,
  public.session_type_prices,
  public.session_types,
  public.sessions;
do $$ begin
  if to_regprocedure('zero_0.update_schemas()') is not null then perform zero_0.update_schemas(); end if;
end $$;
