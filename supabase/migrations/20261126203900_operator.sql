-- An operator's acts on studios. The command `npm run studio` inserts a row; the outbox carries it out, with the product's
-- code. So no act lacks its record.
create table public.operator_events (
  id text primary key default left(replace(gen_random_uuid()::text, '-', ''), 20)
    check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  -- Null for an act on no studio, and after the studio's erasure.
  account_id text references public.accounts on delete set null,
  -- The studio's address at that time.
  slug text not null default '',
  -- Who acted, as the command was told.
  actor text not null check (length(btrim(actor)) between 1 and 120),
  kind text not null check (kind ~ '^[a-z_]{1,30}$'),
  -- The reason that the studio reads.
  reason text not null check (length(btrim(reason)) between 1 and 2000),
  params jsonb not null default '{}' check (jsonb_typeof(params) = 'object'),
  at timestamptz(3) not null default now(),
  -- When the studio is told. Only a legal order postpones it.
  visible_at timestamptz(3) not null default now() check (visible_at <= at + interval '180 days'),
  done_at timestamptz(3),
  -- `done`, or why nothing was changed.
  outcome text check (outcome ~ '^[a-z_]{1,40}$')
);
create index operator_events_account on public.operator_events (account_id, at, id);
create index operator_events_at on public.operator_events (at);

-- Rows are evidence: nothing changes but the outcome, once, and the reference to an erased studio.
create function public.keep_operator_event() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.at <= now() - interval '6 years' then return old; end if;
    raise insufficient_privilege using message = 'operator events are kept for 6 years';
  end if;
  if (new.id, new.slug, new.actor, new.kind, new.reason, new.params, new.at, new.visible_at)
    is distinct from (old.id, old.slug, old.actor, old.kind, old.reason, old.params, old.at, old.visible_at)
    or (new.account_id is distinct from old.account_id and new.account_id is not null)
    or (old.done_at is not null and (new.done_at, new.outcome) is distinct from (old.done_at, old.outcome)) then
    raise insufficient_privilege using message = 'operator events are append-only';
  end if;
  return new;
end $$;
create trigger operator_events_keep before update or delete on public.operator_events
  for each row execute function public.keep_operator_event();

-- Its owner's rights: the operator's role may neither read accounts nor write effects.
create function public.request_operator_act() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  select coalesce((select a.slug from public.accounts a where a.id = new.account_id), '') into new.slug;
  -- No account: the act survives the erasure of its studio.
  perform public.request_effect(null, 'operator.act', concat('operator:', new.id),
    jsonb_build_object('eventId', new.id), interval '0');
  return new;
end $$;
create trigger operator_events_request before insert on public.operator_events
  for each row execute function public.request_operator_act();

alter table public.operator_events enable row level security;
revoke all on public.operator_events from anon, authenticated;
revoke execute on function public.keep_operator_event(), public.request_operator_act()
  from public, anon, authenticated;

-- A suspended studio: its pages are closed to visitors, and its members read, export and pay.
alter table public.accounts add column paused_at timestamptz(3);

-- Studios read the acts in their log.
alter table public.security_events drop constraint security_events_kind_check;
alter table public.security_events add constraint security_events_kind_check check (kind in (
  'member_invited', 'invite_revoked', 'invite_declined', 'member_joined', 'role_changed', 'member_removed',
  'member_left', 'ownership_transferred', 'slug_changed', 'account_deleted', 'account_restored',
  'password_changed', 'email_changed', 'mfa_added', 'mfa_removed', 'identity_linked', 'identity_unlinked',
  'session_ended', 'data_exported', 'api_token_created', 'api_token_revoked', 'api_token_network', 'webhook_created',
  'webhook_changed', 'webhook_removed', 'stripe_connected', 'stripe_disconnected', 'client_texts_changed',
  'reply_address_changed', 'studio_suspended', 'studio_resumed', 'studio_closed', 'content_removed',
  'content_restored', 'support_asked', 'support_allowed', 'support_ended')) not valid;

-- The operator's rights: sums and states of studios, and new acts. The views are in a schema of their own and have their
-- owner's rights; the role reaches no table. `npm run studio` takes the role for all of its statements.
do $$ begin
  if not exists (select from pg_roles where rolname = 'albumen_operator') then
    create role albumen_operator nologin;
  end if;
  execute format('grant albumen_operator to %I', current_user);
end $$;

create schema operators;
revoke all on schema operators from public;
grant usage on schema operators to albumen_operator;

create view operators.accounts as
  select id, slug, name, created_at, deleted_at, paused_at from public.accounts;
create view operators.members as
  select account_id, count(*)::integer as count from public.account_members group by account_id;
create view operators.usage as
  select account_id, gallery_count, photo_count, storage_bytes from public.account_usage;
create view operators.usage_days as
  select account_id, day, hours, byte_hours, download_bytes from public.usage_days;
create view operators.addresses as
  select account_id, slug as address, 'former'::text as status from public.slug_history where account_id is not null
  union all select account_id, hostname, status from public.domains;
create view operators.trash as
  select p.account_id, sum(p.size)::bigint as bytes
  from public.photos p join public.galleries g on g.id = p.gallery_id
  where p.status <> 'uploading' and coalesce(p.deleted_at, g.deleted_at) is not null group by p.account_id;
create view operators.mail_refusals as
  select account_id, count(*)::integer as count from public.mail_refusals group by account_id;
create view operators.pending_effects as
  select account_id, kind, attempts, count(*)::integer as count from public.outbox
  where done_at is null group by account_id, kind, attempts;
create view operators.events as
  select id, account_id, slug, actor, kind, reason, params, at, visible_at, done_at, outcome
  from public.operator_events;

grant select on all tables in schema operators to albumen_operator;
grant insert (account_id, actor, kind, reason, params, visible_at) on operators.events to albumen_operator;
