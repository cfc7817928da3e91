create table public.customers (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  name text not null check (length(btrim(name)) between 1 and 200),
  email text not null default '' check (email = '' or (length(email) <= 320 and email like '_%@_%')),
  phone text not null default '' check (length(phone) <= 40),
  notes text not null default '' check (length(notes) <= 20000),
  -- The language of mails to this person; null means the studio's.
  language text check (language in ('en', 'es', 'ca')),
  tags jsonb not null default '[]' check (jsonb_typeof(tags) = 'array'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  unique (account_id, id)
);
create index customers_name on public.customers (account_id, name, id);
create index customers_email on public.customers (account_id, email, id);
create index customers_created on public.customers (account_id, created_at, id);
create trigger customers_touch before update on public.customers
  for each row execute function public.touch_updated_at();

alter table public.customers enable row level security;
revoke all on public.customers from anon, authenticated;
