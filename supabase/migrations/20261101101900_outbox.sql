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
  created_at timestamptz(3) not null default now(),
  -- The act (functions/platform/observability/trace.ts) that requested the effect: random letters, nothing of a person.
  -- The transaction's setting gives it to effects that triggers write; enqueue.ts names it itself.
  trace text default nullif(current_setting('albumen.trace', true), '') check (length(trace) <= 64)
);
create index outbox_due on public.outbox (run_after) where done_at is null;
create index outbox_done on public.outbox (done_at) where done_at is not null;
create index outbox_account on public.outbox (account_id);

-- The one insertion of outbox rows: functions/outbox/enqueue.ts and request_effect call it, in the transaction of the
-- effect's cause. It writes effects of one kind, whose keys must be distinct, and returns when each is due.
--
-- A pending effect with the same key is rescheduled instead of duplicated; a running one is repeated, because the request
-- came too late for the run. A finished one becomes a new effect with a new id: mails are named by it, and mailboxes drop
-- a second mail of the same name. created_at is the time of the latest request and unique per effect, so id and
-- created_at form the idempotency key. The pause is the minimum interval between runs of a repeated effect: the first run
-- is immediate, the next ones at the end of each interval.
create function public.enqueue_effects(of_account text, of_kind text, contents jsonb[], keys text[],
  start_at timestamptz, requested_at timestamptz, pause interval, of_trace text default null)
  returns setof timestamptz language plpgsql set search_path = '' as $$
begin
  return query
  insert into public.outbox as o (id, account_id, kind, payload, dedupe_key, run_after, created_at, trace)
  select left(replace(gen_random_uuid()::text, '-', ''), 20), of_account, of_kind, e.content, e.key, start_at, requested_at,
    -- Triggers know the trace by the transaction's setting.
    coalesce(of_trace, nullif(current_setting('albumen.trace', true), ''))
  -- In key order, so that concurrent calls with common keys cannot deadlock.
  from unnest(contents, keys) as e (content, key) order by e.key
  on conflict (dedupe_key) do update
    set id = case when o.done_at is null then o.id else excluded.id end,
      run_after = case
        when o.done_at is not null then greatest(excluded.run_after, o.done_at + pause)
        when o.locked_until > excluded.created_at then excluded.run_after + pause
        else least(o.run_after, excluded.run_after + pause) end,
      payload = excluded.payload, attempts = 0, done_at = null, last_error = null, trace = excluded.trace,
      created_at = greatest(excluded.created_at, o.created_at + interval '1 ms')
  returning o.run_after;
end $$;

-- Requests an effect from a trigger, at most one in each interval. The setting tells the transaction's end when the
-- outbox has to run (functions/platform/db/database.ts).
create function public.request_effect(of_account text, of_kind text, key text, content jsonb, pause interval)
  returns void language plpgsql set search_path = '' as $$
declare due timestamptz;
begin
  select e into due
    from public.enqueue_effects(of_account, of_kind, array[content], array[key], now(), now(), pause) as e;
  perform set_config('albumen.due_at', least(
    nullif(current_setting('albumen.due_at', true), '')::bigint, (extract(epoch from due) * 1000)::bigint)::text, true);
end $$;

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
grant execute on function public.request_effect(text, text, text, jsonb, interval),
  public.enqueue_effects(text, text, jsonb[], text[], timestamptz, timestamptz, interval, text) to albumen_api;
