-- What a studio owes for a month: made once when the month is over, and charged by one invoice at Stripe. Amounts are in
-- minor units, net of VAT but `total`. They stay when a studio is erased, as tax law says, and name none of its clients.
create table public.statements (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text references public.accounts on delete set null,
  month text not null check (month ~ '^20\d\d-(0[1-9]|1[0-2])$'),
  -- The studio's name then.
  name text not null check (length(name) <= 120),
  -- Version of the prices.
  prices integer not null check (prices > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  byte_hours bigint not null check (byte_hours >= 0),
  download_bytes bigint not null check (download_bytes >= 0),
  -- [{"kind": "stored", "amount": 464}]: their sum is the amount.
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  amount integer not null check (amount >= 0),
  cap integer not null check (cap >= 0),
  status text not null check (status in ('waived', 'pending', 'held', 'open', 'paid', 'uncollectible', 'void')),
  -- What Stripe said at last.
  stripe_invoice text unique check (stripe_invoice ~ '^in_[A-Za-z0-9]{1,60}$'),
  number text check (length(number) <= 60),
  page_url text check (page_url ~ '^https?://'),
  pdf_url text check (pdf_url ~ '^https?://'),
  total integer check (total >= 0),
  is_failed boolean not null default false,
  paid_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (account_id, month)
);
create index statements_unsettled on public.statements (updated_at) where status in ('pending', 'open', 'uncollectible');

-- The account goes and comes back with its studio, which is no news of the bill.
create trigger statements_touch before update of status, stripe_invoice, number, page_url, pdf_url, total, is_failed, paid_at
  on public.statements for each row execute function public.touch_updated_at();
create trigger account_plans_touch before update on public.account_plans
  for each row execute function public.touch_updated_at();

alter table public.statements enable row level security;
revoke all on public.statements from anon, authenticated;
