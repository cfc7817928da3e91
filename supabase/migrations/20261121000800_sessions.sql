-- Bookings and what they are booked from. Whatever says money is in a table of its own: a synced row arrives
-- whole, and assistants see none (session_billing, session_type_prices, payments).
create table public.locations (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  name text not null check (length(btrim(name)) between 1 and 200),
  address text not null default '' check (length(address) <= 1000),
  notes text not null default '' check (length(notes) <= 20000),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (account_id, id)
);
create index locations_name on public.locations (account_id, name, id);
create trigger locations_touch before update on public.locations
  for each row execute function public.touch_updated_at();

create table public.session_types (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  photographer_id uuid,
  name text not null check (length(btrim(name)) between 1 and 200),
  description text not null default '' check (length(description) <= 10000),
  duration integer not null default 60 check (duration between 1 and 10080), -- minutes
  max_clients integer not null default 1 check (max_clients between 1 and 1000),
  color text not null default '#000000' check (color ~ '^#[0-9A-Fa-f]{6}$'),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (account_id, id),
  constraint session_types_photographer foreign key (account_id, photographer_id)
    references public.account_members (account_id, user_id) on delete set null (photographer_id)
);
create index session_types_name on public.session_types (account_id, name, id);
create index session_types_photographer on public.session_types (account_id, photographer_id);
create trigger session_types_touch before update on public.session_types
  for each row execute function public.touch_updated_at();

create table public.session_type_prices (
  session_type_id text primary key,
  account_id text not null,
  author_id uuid not null,
  price integer not null check (price >= 0), -- minor units of the account's currency
  constraint session_type_prices_type foreign key (account_id, session_type_id)
    references public.session_types (account_id, id) on delete cascade
);
create index session_type_prices_account on public.session_type_prices (account_id, price, session_type_id);

create table public.schedule_plans (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  session_type_id text not null,
  name text not null check (length(btrim(name)) between 1 and 200),
  start_date timestamptz(3) not null,
  end_date timestamptz(3),
  days_of_week jsonb not null default '[]' check (jsonb_typeof(days_of_week) = 'array'),
  time_slots jsonb not null default '[]' check (jsonb_typeof(time_slots) = 'array'),
  location text not null default '' check (length(location) <= 1000),
  max_bookings_per_day integer not null default 1 check (max_bookings_per_day between 1 and 1000),
  buffer_time integer not null default 0 check (buffer_time between 0 and 1440), -- minutes
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (account_id, id),
  constraint schedule_plans_type foreign key (account_id, session_type_id)
    references public.session_types (account_id, id) on delete cascade,
  constraint schedule_plans_end_after_start check (end_date >= start_date)
);
create index schedule_plans_start on public.schedule_plans (account_id, start_date, id);
create index schedule_plans_type on public.schedule_plans (account_id, session_type_id);
create trigger schedule_plans_touch before update on public.schedule_plans
  for each row execute function public.touch_updated_at();

create table public.sessions (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  customer_id text not null,
  session_type_id text,
  -- Whose session it is: decides what are a photographer's "own payments".
  photographer_id uuid,
  gallery_id text,
  date timestamptz(3) not null,
  duration integer not null default 60 check (duration between 1 and 10080), -- minutes
  type text not null default '' check (length(type) <= 200),
  location text not null default '' check (length(location) <= 1000),
  notes text not null default '' check (length(notes) <= 20000),
  status text not null default 'scheduled'
    check (status in ('inquiry', 'scheduled', 'declined', 'confirmed', 'completed', 'cancelled', 'no_show')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (account_id, id),
  constraint sessions_customer foreign key (account_id, customer_id) references public.customers (account_id, id),
  constraint sessions_type foreign key (account_id, session_type_id)
    references public.session_types (account_id, id) on delete set null (session_type_id),
  constraint sessions_photographer foreign key (account_id, photographer_id)
    references public.account_members (account_id, user_id) on delete set null (photographer_id),
  constraint sessions_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete set null (gallery_id)
);
create index sessions_date on public.sessions (account_id, date, id);
create index sessions_status on public.sessions (account_id, status, date, id);
create index sessions_customer on public.sessions (account_id, customer_id, date, id);
create index sessions_photographer on public.sessions (account_id, photographer_id, date, id);
create index sessions_type on public.sessions (account_id, session_type_id);
create index sessions_gallery on public.sessions (account_id, gallery_id);
create trigger sessions_touch before update on public.sessions
  for each row execute function public.touch_updated_at();

create table public.session_billing (
  session_id text primary key,
  account_id text not null,
  author_id uuid not null,
  -- Derived from payments by the server. Overdue is not here: it depends on the clock, and is never stored.
  payment_status text not null default 'pending'
    check (payment_status in ('pending', 'partial', 'paid', 'refunded', 'waived')),
  payment_amount integer not null default 0 check (payment_amount >= 0), -- minor units
  due_date timestamptz(3),
  waived boolean not null default false,
  constraint session_billing_session foreign key (account_id, session_id)
    references public.sessions (account_id, id) on delete cascade
);
create index session_billing_status on public.session_billing (account_id, payment_status, session_id);
create index session_billing_due on public.session_billing (account_id, due_date, session_id);

create table public.payments (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  session_id text not null,
  -- A refund is a payment of its own that points at the one it gives back.
  refunds_payment_id text constraint payments_refunds_another check (refunds_payment_id <> id),
  date timestamptz(3) not null,
  amount integer not null check (amount >= 0), -- minor units
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  method text not null default '' check (length(method) <= 60),
  status text not null default 'pending'
    check (status in ('pending', 'paid', 'partially_refunded', 'refunded', 'failed', 'void')),
  notes text not null default '' check (length(notes) <= 20000),
  receipt text check (length(receipt) between 1 and 60),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
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
create trigger payments_touch before update on public.payments
  for each row execute function public.touch_updated_at();

create function public.keep_receipt() returns trigger language plpgsql set search_path = '' as $$
begin
  raise check_violation using message = 'a receipt number is assigned once', constraint = 'payments_receipt_is_final';
end $$;
create trigger payments_keep_receipt before update on public.payments
  for each row when (old.receipt is not null and new.receipt is distinct from old.receipt)
  execute function public.keep_receipt();

alter table public.locations enable row level security;
alter table public.session_types enable row level security;
alter table public.session_type_prices enable row level security;
alter table public.schedule_plans enable row level security;
alter table public.sessions enable row level security;
alter table public.session_billing enable row level security;
alter table public.payments enable row level security;
revoke all on public.locations, public.session_types, public.session_type_prices, public.schedule_plans,
  public.sessions, public.session_billing, public.payments from anon, authenticated;
