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
grant execute on function public.enqueue_effects(text, text, jsonb[], text[], timestamptz, timestamptz, interval, text)
  to albumen_api;

-- Requests an effect from a trigger, at most one in each interval. The setting tells the transaction's end when the
-- outbox has to run (functions/platform/db/database.ts).
create or replace function public.request_effect(of_account text, of_kind text, key text, content jsonb, pause interval)
  returns void language plpgsql set search_path = '' as $$
declare due timestamptz;
begin
  select e into due
    from public.enqueue_effects(of_account, of_kind, array[content], array[key], now(), now(), pause) as e;
  perform set_config('albumen.due_at', least(
    nullif(current_setting('albumen.due_at', true), '')::bigint, (extract(epoch from due) * 1000)::bigint)::text, true);
end $$;
