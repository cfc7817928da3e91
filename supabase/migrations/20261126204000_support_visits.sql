-- Visits of the operator's support: an owner allows the operator's own sign-in to read the studio until a time. Apart from
-- account_members, so that limits, owners, assignments and mails of the team know nothing of it.
create table public.support_visits (
  -- The id of the operator's event that asked.
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  -- The visitor's sign-in, and its email for the studio.
  user_id uuid not null,
  email text not null check (length(email) between 1 and 320),
  reason text not null check (length(btrim(reason)) between 1 and 2000),
  asked_at timestamptz(3) not null default now(),
  -- Null until an owner allows it.
  until timestamptz(3),
  -- When it ended, or was declined.
  ended_at timestamptz(3)
);
create index support_visits_account on public.support_visits (account_id, asked_at);
create index support_visits_open on public.support_visits (user_id) where ended_at is null;

-- The sign-in with this confirmed email and a second factor; no row without them.
create function public.auth_secured_user(address text) returns table (id uuid, email text)
  language sql stable security definer set search_path = '' rows 1 as $$
  select u.id, lower(u.email) from auth.users u
  where lower(u.email) = lower(address) and u.email_confirmed_at is not null
    and exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified')
  limit 1
$$;

alter table public.support_visits enable row level security;
revoke all on public.support_visits from anon, authenticated;
revoke execute on function public.auth_secured_user(text) from public, anon, authenticated;
grant execute on function public.auth_secured_user(text) to albumen_api;
