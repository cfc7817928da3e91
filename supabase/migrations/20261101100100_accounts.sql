-- Accounts (studios), the URLs they used before, their counts, their members, and what users have agreed to.

-- Ids are lower-case Crockford base32 without i, l, o, u: core/domain/values/ids.ts. Times are timestamptz(3), whole
-- milliseconds, because a JSON round trip keeps no more.
create table public.accounts (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{10}$'),
  author_id uuid not null,
  name text not null check (length(btrim(name)) between 1 and 120),
  -- Lower case only: the unique index then ignores case.
  slug text not null unique check (length(slug) between 3 and 40 and slug ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])$'),
  language text not null default 'en' check (language in ('en', 'es', 'ca')),
  time_zone text not null default 'UTC' check (length(time_zone) between 1 and 64),
  -- The order of day, month and year; 'auto' follows the language. core/domain/values/date-formats.ts.
  date_format text not null default 'auto' check (date_format in ('auto', 'dmy', 'mdy', 'ymd')),
  currency_code text not null default 'EUR' check (currency_code ~ '^[A-Z]{3}$'),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- A job erases the account when its time in the trash ends.
  deleted_at timestamptz(3)
);
create index accounts_deleted on public.accounts (deleted_at) where deleted_at is not null;
create index accounts_recent on public.accounts (updated_at);
create trigger accounts_touch before update on public.accounts for each row execute function public.touch_updated_at();

-- Previous slugs. Each redirects to its account, and no other account can claim it, even after its account is erased.
create table public.slug_history (
  slug text primary key check (slug = lower(slug)),
  account_id text references public.accounts on delete set null,
  retired_at timestamptz(3) not null default now()
);
create index slug_history_account on public.slug_history (account_id);

-- Refuses the previous slug of another account and records the slug that an account gives up. It runs after the row is
-- written: the unique index has then waited for a concurrent transaction that gives up this slug, and the history row
-- of that transaction is visible.
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

-- Keeps the slug of an erased account out of use.
create function public.retire_slug() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.slug_history (slug) values (old.slug);
  return null;
end $$;
create trigger accounts_retire_slug after delete on public.accounts for each row execute function public.retire_slug();

-- Counts of an account. The triggers on galleries and photos keep them.
create table public.account_usage (
  account_id text primary key references public.accounts on delete cascade,
  -- All originals, including those in the trash: they still occupy the bucket.
  storage_bytes bigint not null default 0 check (storage_bytes >= 0),
  -- Photos outside the trash, in galleries outside the trash.
  photo_count integer not null default 0 check (photo_count >= 0),
  gallery_count integer not null default 0 check (gallery_count >= 0)
);

create function public.start_account_usage() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.account_usage (account_id) values (new.id);
  return null;
end $$;
create trigger accounts_seed_3_usage after insert on public.accounts
  for each row execute function public.start_account_usage();

-- Members of a studio and the invitations to join it.
create table public.account_members (
  account_id text not null references public.accounts on delete cascade,
  user_id uuid not null,
  role text not null check (role in ('owner', 'admin', 'photographer', 'assistant')),
  name text not null default '' check (length(name) <= 120),
  -- Follows the sign-in's email: record_email_change.
  email text not null check (length(email) <= 320 and email like '_%@_%'),
  created_at timestamptz(3) not null default now(),
  primary key (account_id, user_id)
);
create index account_members_user on public.account_members (user_id, account_id);
create index account_members_name on public.account_members (account_id, name, user_id);

-- Invitations to a studio. They need no token: the invited person accepts while signed in with this email, which the
-- auth service has confirmed. The link in the mail only identifies the row.
create table public.team_invites (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  email text not null check (length(email) <= 320 and email like '_%@_%'),
  role text not null check (role in ('admin', 'photographer', 'assistant')),
  status text not null default 'pending' check (status in ('pending', 'sent', 'accepted', 'declined', 'revoked')),
  sent_at timestamptz(3),
  responded_at timestamptz(3),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  -- The last attempt to mail the invitation failed for good. Sending it again clears the error.
  mail_error text check (mail_error in
    ('mail_refused', 'mail_failed', 'mail_bounced', 'mail_complained', 'mail_suppressed')),
  constraint team_invites_responded_when check ((status in ('accepted', 'declined', 'revoked')) = (responded_at is not null))
);
-- One open invitation for each email: inviting again resends the open one.
create unique index team_invites_open on public.team_invites (account_id, lower(email))
  where status in ('pending', 'sent');
create index team_invites_created on public.team_invites (account_id, created_at, id);
create index team_invites_email on public.team_invites (lower(email)) where status in ('pending', 'sent');

-- What a person who signs in has agreed to, or refused: one row for each purpose, the latest decision. Of a user, not of
-- a studio; deleted with the sign-in.
create table public.user_consents (
  user_id uuid not null,
  purpose text not null check (purpose in ('analytics')),
  -- The version of the text that was shown (core/domain/studio/consents.ts): a newer one asks again.
  version integer not null check (version > 0),
  granted boolean not null,
  decided_at timestamptz(3) not null default now(),
  primary key (user_id, purpose)
);

alter table public.accounts enable row level security;
alter table public.slug_history enable row level security;
alter table public.account_usage enable row level security;
alter table public.account_members enable row level security;
alter table public.team_invites enable row level security;
alter table public.user_consents enable row level security;
revoke all on public.accounts, public.slug_history, public.account_usage, public.account_members, public.team_invites,
  public.user_consents from anon, authenticated;
