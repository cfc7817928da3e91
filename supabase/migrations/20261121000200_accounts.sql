-- A studio, its people, and the addresses it once had.
-- Ids are lower-case Crockford base32 (no i, l, o, u): core/domain/ids.ts.
-- Times are whole milliseconds, timestamptz(3), so that one goes through JSON and back unchanged.
create table public.accounts (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{10}$'),
  author_id uuid not null,
  name text not null check (length(btrim(name)) between 1 and 120),
  -- Lower case only, so that unique means unique without regard to case.
  slug text not null unique check (length(slug) between 3 and 40 and slug ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])$'),
  language text not null default 'en' check (language in ('en', 'es', 'ca')),
  time_zone text not null default 'UTC' check (length(time_zone) between 1 and 64),
  date_format text not null default 'auto' check (length(date_format) between 1 and 32),
  currency_code text not null default 'EUR' check (currency_code ~ '^[A-Z]{3}$'),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create trigger accounts_touch before update on public.accounts for each row execute function public.touch_updated_at();

create table public.account_members (
  account_id text not null references public.accounts on delete cascade,
  user_id uuid not null,
  role text not null check (role in ('owner', 'admin', 'photographer', 'assistant')),
  name text not null default '' check (length(name) <= 120),
  email text not null check (length(email) <= 320 and email like '_%@_%'),
  created_at timestamptz(3) not null default now(),
  primary key (account_id, user_id)
);
create index account_members_user on public.account_members (user_id, account_id);
create index account_members_name on public.account_members (account_id, name, user_id);

-- Tombstones: an old slug redirects to its account, and is given to nobody else, even after the account is gone.
create table public.slug_history (
  slug text primary key check (slug = lower(slug)),
  account_id text references public.accounts on delete set null,
  retired_at timestamptz(3) not null default now()
);
create index slug_history_account on public.slug_history (account_id);

-- After, not before: only then has the unique index waited for a transaction that is giving this slug up,
-- and the tombstone it leaves is visible.
create function public.claim_slug() returns trigger language plpgsql set search_path = '' as $$
begin
  if exists (select from public.slug_history h where h.slug = new.slug and h.account_id is distinct from new.id) then
    raise unique_violation using message = 'slug belonged to another account', constraint = 'slug_history_pkey';
  end if;
  delete from public.slug_history h where h.slug = new.slug;
  if tg_op = 'UPDATE' then
    insert into public.slug_history (slug, account_id) values (old.slug, new.id);
  end if;
  return null;
end $$;
create trigger accounts_claim_slug_insert after insert on public.accounts
  for each row execute function public.claim_slug();
create trigger accounts_claim_slug_update after update of slug on public.accounts
  for each row when (old.slug <> new.slug) execute function public.claim_slug();

create function public.bury_slug() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.slug_history (slug) values (old.slug);
  return null;
end $$;
create trigger accounts_bury_slug after delete on public.accounts for each row execute function public.bury_slug();

alter table public.accounts enable row level security;
alter table public.account_members enable row level security;
alter table public.slug_history enable row level security;
revoke all on public.accounts, public.account_members, public.slug_history from anon, authenticated;
