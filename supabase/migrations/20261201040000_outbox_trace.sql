-- The act (functions/platform/observability/trace.ts) that requested an effect: random letters, nothing of a person. The
-- transaction's setting gives it to effects that triggers write; enqueue.ts names it itself.
-- lock: jobs keep the outbox small
alter table public.outbox add column trace text check (length(trace) <= 64);
alter table public.outbox alter column trace set default nullif(current_setting('albumen.trace', true), '');

-- As before, and the latest request's trace.
create or replace function public.request_effect(of_account text, of_kind text, key text, content jsonb, pause interval)
  returns void language plpgsql set search_path = '' as $$
declare due timestamptz;
begin
  insert into public.outbox as o (id, account_id, kind, payload, dedupe_key, run_after, created_at)
  values (left(replace(gen_random_uuid()::text, '-', ''), 20), of_account, of_kind, content, key, now(), now())
  on conflict (dedupe_key) do update
    set id = case when o.done_at is null then o.id else excluded.id end,
      run_after = case
        when o.done_at is not null then greatest(excluded.run_after, o.done_at + pause)
        when o.locked_until > excluded.created_at then excluded.run_after + pause
        else least(o.run_after, excluded.run_after + pause) end,
      payload = excluded.payload, attempts = 0, done_at = null, last_error = null, trace = excluded.trace,
      created_at = greatest(excluded.created_at, o.created_at + interval '1 ms')
  returning o.run_after into due;
  perform set_config('albumen.due_at', least(
    nullif(current_setting('albumen.due_at', true), '')::bigint, (extract(epoch from due) * 1000)::bigint)::text, true);
end $$;
