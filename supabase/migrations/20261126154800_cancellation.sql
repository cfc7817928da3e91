-- What a studio keeps if a client cancels: a rule of the session type, and the session's own, frozen when it was booked.
-- lock: the new columns are null, so their checks read no value; no row is written.
create function public.is_cancellation_rule(rule jsonb) returns boolean language sql immutable set search_path = '' as $$
  -- core/domain/payments/cancellation.ts, without the order of the windows.
  select coalesce(case
    when jsonb_typeof(rule) = 'object' and jsonb_typeof(rule -> 'isAutomatic') = 'boolean'
      and jsonb_typeof(rule -> 'windows') = 'array'
    then jsonb_array_length(rule -> 'windows') between 1 and 6
      and not exists (
        select from jsonb_array_elements(rule -> 'windows') w where not coalesce(
          (jsonb_typeof(w -> 'hours') = 'null' or w @@ '$.hours >= 1 && $.hours <= 17520')
            and (w -> 'keeps' = '"deposit"' or w @@ '$.keeps >= 0 && $.keeps <= 100'),
          false))
    end, false);
$$;
grant execute on function public.is_cancellation_rule(jsonb) to albumen_api;

alter table public.session_types add column cancellation jsonb check (cancellation is null or public.is_cancellation_rule(cancellation));
comment on column public.session_types.cancellation is 'What is kept if a client cancels: core/domain/payments/cancellation.ts. Null: nothing is promised.';
alter table public.sessions add column cancellation jsonb check (cancellation is null or public.is_cancellation_rule(cancellation));
comment on column public.sessions.cancellation is 'The rule that the client was shown when they booked. Changes of the type leave it as it is.';
alter table public.session_billing add column kept_amount integer check (kept_amount >= 0);
comment on column public.session_billing.kept_amount is 'Minor units that the studio keeps of a session that its client cancelled by the rule. Null: no rule decided.';
