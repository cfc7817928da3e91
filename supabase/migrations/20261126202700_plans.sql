-- What a studio pays by. The state and the reached cap are with the studio, where every request reads them; both are null
-- where nothing is charged.
alter table public.accounts
  add column plan_state text,
  add column capped_at timestamptz(3),
  add constraint accounts_plan_state_check
    check (plan_state in ('trialing', 'active', 'past_due', 'read_only', 'suspended')) not valid;

-- Amounts are in minor units of the prices' currency, net of VAT. Only the server reads and writes the rows.
create table public.account_plans (
  account_id text primary key references public.accounts on delete cascade,
  -- When the state began.
  since timestamptz(3) not null,
  -- The most that a month may cost.
  cap integer not null check (cap between 100 and 1000000),
  -- In the studio's favour; the next months are reduced by it.
  credit integer not null default 0 check (credit >= 0),
  -- The accepted version of the prices; null before.
  prices integer check (prices > 0),
  -- What was stored before prices began is free until this month.
  free_stored bigint check (free_stored >= 0),
  free_until text check (free_until ~ '^20\d\d-(0[1-9]|1[0-2])$'),
  -- The month that the next two are of, what it has come to without the cap, and what the studio was told about it.
  month text not null check (month ~ '^20\d\d-(0[1-9]|1[0-2])$'),
  spent bigint not null default 0 check (spent >= 0),
  told text[] not null default '{}',
  -- The most that the previous month could cost: what was chosen later does not raise its bill.
  last_cap integer not null default 0 check (last_cap between 0 and 1000000),
  -- The last month whose statement was decided on.
  closed_month text not null check (closed_month ~ '^20\d\d-(0[1-9]|1[0-2])$'),
  -- The operator's exceptions from limits: {"stored": 1000000000}
  limits jsonb not null default '{}' check (jsonb_typeof(limits) = 'object'),
  -- What Stripe said at last.
  stripe_customer text unique check (stripe_customer ~ '^cus_[A-Za-z0-9]{1,60}$'),
  card_label text not null default '' check (length(card_label) <= 60),
  has_address boolean not null default false,
  overdue_since timestamptz(3),
  synced_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((free_stored is null) = (free_until is null))
);

-- Versions of texts that a person accepted, for one studio or for all of theirs: evidence that nothing changes.
create table public.agreements (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  -- Null after the studio's erasure.
  account_id text references public.accounts on delete set null,
  user_id uuid not null,
  document text not null check (document in ('terms', 'prices', 'dpa')),
  version integer not null check (version > 0),
  -- Of the text that was shown.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  language text not null check (language in ('en', 'es', 'ca')),
  at timestamptz(3) not null default now()
);
create index agreements_account on public.agreements (account_id, at);

create function public.keep_agreement() returns trigger language plpgsql set search_path = '' as $$
begin
  -- Only the reference to an erased studio ends.
  if tg_op = 'UPDATE' and new.account_id is null
    and (new.id, new.user_id, new.document, new.version, new.sha256, new.language, new.at)
      = (old.id, old.user_id, old.document, old.version, old.sha256, old.language, old.at) then
    return null;
  end if;
  raise insufficient_privilege using message = 'agreements are append-only';
end $$;
create trigger agreements_keep after update or delete on public.agreements
  for each row execute function public.keep_agreement();

alter table public.account_plans enable row level security;
alter table public.agreements enable row level security;
revoke all on public.account_plans, public.agreements from anon, authenticated;
