-- The outbox and what jobs and endpoints keep for themselves. Server only.

-- Effects outside the database (mails, objects, CDN purges), written in the transaction that requests them and executed
-- afterwards. A job claims rows with "for update skip locked" and sets locked_until, so that another run retries the
-- rows of a job that died.
create table public.outbox (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text references public.accounts on delete cascade,
  kind text not null check (kind ~ '^[a-z][a-z0-9_.]{1,63}$'),
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  -- Requests with the same key are one effect.
  dedupe_key text unique check (length(dedupe_key) between 1 and 200),
  run_after timestamptz(3) not null default now(),
  attempts integer not null default 0 check (attempts >= 0),
  locked_until timestamptz(3),
  last_error text check (length(last_error) <= 2000),
  done_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index outbox_due on public.outbox (run_after) where done_at is null;
create index outbox_done on public.outbox (done_at) where done_at is not null;
create index outbox_account on public.outbox (account_id);

-- Attempts within a time window. The bucket names the limit and the caller.
create table public.rate_limits (
  bucket text not null check (length(bucket) between 1 and 200),
  window_start timestamptz(3) not null,
  count integer not null default 0 check (count >= 0),
  primary key (bucket, window_start)
);
create index rate_limits_window on public.rate_limits (window_start);

-- Where a job that reads something large continues in its next run.
create table public.job_cursors (
  name text primary key check (length(name) between 1 and 40),
  position text not null default '' check (length(position) <= 1024),
  updated_at timestamptz(3) not null default now()
);
create trigger job_cursors_touch before update on public.job_cursors
  for each row execute function public.touch_updated_at();

alter table public.outbox enable row level security;
alter table public.rate_limits enable row level security;
alter table public.job_cursors enable row level security;
revoke all on public.outbox, public.rate_limits, public.job_cursors from anon, authenticated;
