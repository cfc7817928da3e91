-- Payments by card: each studio's own account at Stripe, checkouts on its pay page, and the events that Stripe reports.

-- A studio's account at Stripe. The server writes what Stripe says; disconnecting keeps the row, so that connecting again
-- continues with the same account.
create table public.stripe_accounts (
  account_id text primary key references public.accounts on delete cascade,
  author_id uuid not null,
  stripe_id text not null unique check (stripe_id ~ '^acct_[A-Za-z0-9]{1,60}$'),
  status text not null default 'incomplete'
    check (status in ('incomplete', 'review', 'active', 'restricted', 'rejected', 'disconnected')),
  -- Stripe lets the account take payments.
  charges_enabled boolean not null default false,
  -- When Stripe restricts the account unless the studio sends what is missing; null if nothing is due.
  due_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint stripe_accounts_active check (status <> 'active' or charges_enabled)
);
create trigger stripe_accounts_touch before update on public.stripe_accounts
  for each row execute function public.touch_updated_at();
comment on column public.stripe_accounts.status is 'What Stripe says, or disconnected: the studio takes no payments by card.';

-- A payment on Stripe's page: of a session, or of a slot that becomes a session when it is paid. Server only.
create table public.checkouts (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  stripe_account text not null check (stripe_account ~ '^acct_[A-Za-z0-9]{1,60}$'),
  session_id text,
  -- The pending payment that is paid, and afterwards the payment that was recorded.
  payment_id text,
  purpose text not null check (purpose in ('deposit', 'balance', 'extras', 'other')),
  -- Hash of the hold's token, which becomes the booking's link.
  hold_hash text check (length(hold_hash) between 43 and 64),
  -- Slot and contact details of the booking to make; deleted when it is made, and a month after the end.
  booking jsonb check (jsonb_typeof(booking) = 'object'),
  -- Null until Stripe has answered.
  stripe_session_id text unique check (stripe_session_id ~ '^cs_[A-Za-z0-9_]{1,200}$'),
  payment_intent text unique check (payment_intent ~ '^pi_[A-Za-z0-9_]{1,200}$'),
  url text check (length(url) <= 4000),
  amount integer not null check (amount > 0), -- minor units
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- refunding: paid, but the slot is gone or the amount differs; the whole amount goes back.
  status text not null default 'open' check (status in ('open', 'closing', 'expired', 'paid', 'refunding', 'refunded')),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (account_id, id),
  constraint checkouts_session foreign key (account_id, session_id)
    references public.sessions (account_id, id) on delete set null (session_id),
  constraint checkouts_payment foreign key (account_id, payment_id)
    references public.payments (account_id, id) on delete set null (payment_id)
);
create index checkouts_session on public.checkouts (account_id, session_id);
create index checkouts_payment on public.checkouts (account_id, payment_id);
create index checkouts_created on public.checkouts (created_at) where booking is not null or status in ('closing', 'expired');
-- A repeated request finds the open checkout instead of making a second one.
create unique index checkouts_one_open_hold on public.checkouts (hold_hash) where status = 'open';
create trigger checkouts_touch before update on public.checkouts
  for each row execute function public.touch_updated_at();
comment on column public.checkouts.status is 'closing: given up here, and still to be ended at Stripe. refunding: paid, and the whole amount goes back.';

-- Events of Stripe that were handled: each counts once, however often it is delivered. Server only.
create table public.stripe_events (
  event_id text primary key check (event_id ~ '^evt_[A-Za-z0-9_]{1,200}$'),
  stripe_account text not null check (length(stripe_account) <= 64),
  type text not null check (length(type) between 1 and 100),
  processed_at timestamptz(3) not null default now()
);
create index stripe_events_processed on public.stripe_events (processed_at);

alter table public.stripe_accounts enable row level security;
alter table public.checkouts enable row level security;
alter table public.stripe_events enable row level security;
revoke all on public.stripe_accounts, public.checkouts, public.stripe_events from anon, authenticated;
