-- What other programs need: API tokens, webhooks and the log of their deliveries (core/domain/studio/integrations.ts). Server
-- only: none of it is synced.

-- A token acts as its creator. The membership's end deletes it.
create table public.api_tokens (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  user_id uuid not null,
  name text not null check (length(btrim(name)) between 1 and 80),
  token_hash text not null unique check (token_hash ~ '^[A-Za-z0-9_-]{43}$'),
  prefix text not null check (prefix ~ '^alb_[0-9a-hjkmnp-tv-z]{6}$'),
  scopes jsonb not null check (case when jsonb_typeof(scopes) = 'array' then
    jsonb_array_length(scopes) between 1 and 9 and scopes <@ '["customers:read", "customers:write", "sessions:read",
      "galleries:read", "galleries:write", "photos:upload", "photos:write", "selections:read", "payments:read"]'
    else false end),
  networks jsonb not null default '[]' check (
    case when jsonb_typeof(networks) = 'array' then jsonb_array_length(networks) <= 10 else false end),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  gallery_id text,
  constraint api_tokens_member foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint api_tokens_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade
);
create index api_tokens_account on public.api_tokens (account_id, created_at, id);
create index api_tokens_member on public.api_tokens (account_id, user_id);
create index api_tokens_gallery on public.api_tokens (account_id, gallery_id);
create index api_tokens_expires on public.api_tokens (expires_at);
comment on column public.api_tokens.prefix is 'The beginning of the token, so that people recognise it.';
comment on column public.api_tokens.gallery_id is 'The only gallery that it may use; null for all of the studio.';
comment on column public.api_tokens.networks is 'The networks (/24, /64) that it was first used from, at most ten: further ones are no news.';

-- A role without the right to manage integrations ends the member's tokens for good.
create function public.end_api_tokens() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.api_tokens set revoked_at = now()
    where account_id = new.account_id and user_id = new.user_id and revoked_at is null;
  return null;
end $$;
create trigger account_members_api_tokens after update of role on public.account_members for each row
  when (old.role in ('owner', 'admin') and new.role not in ('owner', 'admin'))
  execute function public.end_api_tokens();

-- Owners read about a token's use from a network that it was not used from before.
create function public.record_token_network() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.security_events (id, account_id, kind, actor_id, actor_name, details)
  select left(replace(gen_random_uuid()::text, '-', ''), 20), new.account_id, 'api_token_network', new.user_id,
    coalesce(nullif(m.name, ''), m.email), jsonb_build_object('integration', new.name)
  from public.account_members m where m.account_id = new.account_id and m.user_id = new.user_id;
  return null;
end $$;
create trigger api_tokens_network after update of networks on public.api_tokens for each row
  when (jsonb_array_length(new.networks) > jsonb_array_length(old.networks)) execute function public.record_token_network();

create table public.webhook_endpoints (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  url text not null check (length(url) <= 2000 and url ~ '^https?://'),
  description text not null default '' check (length(description) <= 200),
  events jsonb not null check (case when jsonb_typeof(events) = 'array' then
    jsonb_array_length(events) between 1 and 5 and events <@ '["gallery.published", "photos.ready",
      "selection.submitted", "booking.created", "payment.received"]' else false end),
  secret text not null check (secret ~ '^[A-Za-z0-9+/]{40}$'),
  previous_secret text check (previous_secret ~ '^[A-Za-z0-9+/]{40}$'),
  previous_until timestamptz(3),
  is_active boolean not null default true,
  failing_since timestamptz(3),
  paused_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (account_id, id),
  constraint webhook_endpoints_previous check ((previous_secret is null) = (previous_until is null)),
  constraint webhook_endpoints_paused check (paused_at is null or failing_since is not null)
);
create index webhook_endpoints_account on public.webhook_endpoints (account_id, created_at, id);
create trigger webhook_endpoints_touch before update on public.webhook_endpoints
  for each row execute function public.touch_updated_at();
comment on column public.webhook_endpoints.secret is 'Base64 of 30 random bytes. Not hashed: it signs what is sent.';
comment on column public.webhook_endpoints.is_active is 'The studio''s switch.';
comment on column public.webhook_endpoints.failing_since is 'The first failed attempt since the last successful one.';
comment on column public.webhook_endpoints.paused_at is 'When it was paused because nothing had arrived for days; the studio resumes it.';

-- One event for one endpoint, with its last attempt. `payload` is what was signed, byte by byte.
create table public.webhook_deliveries (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  endpoint_id text not null,
  event_id text not null check (event_id ~ '^evt_[0-9a-z-]{20,60}$'),
  type text not null check (type in (
    'gallery.published', 'photos.ready', 'selection.submitted', 'booking.created', 'payment.received', 'webhook.test')),
  customer_id text,
  gallery_id text,
  payload text not null check (length(payload) between 2 and 200000),
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  attempted_at timestamptz(3),
  next_attempt_at timestamptz(3),
  failure text check (failure in ('status', 'timeout', 'address', 'dns', 'tls', 'connection', 'paused')),
  answer_status integer check (answer_status between 100 and 999),
  answer text check (length(answer) <= 1024),
  duration_ms integer check (duration_ms >= 0),
  created_at timestamptz(3) not null default now(),
  unique (endpoint_id, event_id),
  constraint webhook_deliveries_endpoint foreign key (account_id, endpoint_id)
    references public.webhook_endpoints (account_id, id) on delete cascade,
  constraint webhook_deliveries_customer foreign key (account_id, customer_id)
    references public.customers (account_id, id) on delete cascade,
  constraint webhook_deliveries_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade
);
create index webhook_deliveries_endpoint on public.webhook_deliveries (account_id, endpoint_id, created_at, id);
create index webhook_deliveries_customer on public.webhook_deliveries (account_id, customer_id);
create index webhook_deliveries_gallery on public.webhook_deliveries (account_id, gallery_id);
create index webhook_deliveries_created on public.webhook_deliveries (created_at);
comment on column public.webhook_deliveries.customer_id is 'The client whom the payload names: erasing them deletes it.';
comment on column public.webhook_deliveries.gallery_id is 'The gallery whose people the payload names.';
comment on column public.webhook_deliveries.answer is 'The beginning of the last answer.';

-- Enqueues an event in the transaction of its cause, if an endpoint of the account wants it. Requests with one key
-- that are pending are one event.
create function public.request_webhook(of_account text, of_type text, key text, content jsonb) returns void
  language plpgsql set search_path = '' as $$
begin
  if exists (select from public.webhook_endpoints e join public.accounts a on a.id = e.account_id
    where e.account_id = of_account and e.is_active and e.paused_at is null and e.events ? of_type) then
    perform public.request_effect(of_account, 'webhook.event', key,
      content || jsonb_build_object('type', of_type), interval '0');
  end if;
end $$;

create function public.announce_gallery() returns trigger language plpgsql set search_path = '' as $$
begin
  perform public.request_webhook(new.account_id, 'gallery.published', concat('webhook:', gen_random_uuid()),
    jsonb_build_object('galleryId', new.id));
  return null;
end $$;
create trigger galleries_announce after update of status on public.galleries for each row
  when (old.status <> 'published' and new.status = 'published') execute function public.announce_gallery();

-- One event for all photos that become ready before it is sent.
create function public.announce_photo() returns trigger language plpgsql set search_path = '' as $$
begin
  perform public.request_webhook(new.account_id, 'photos.ready', concat('webhook:photos:', new.gallery_id),
    jsonb_build_object('galleryId', new.gallery_id));
  return null;
end $$;
create trigger photos_announce after update of status on public.photos for each row
  when (old.status <> 'ready' and new.status = 'ready' and new.deleted_at is null)
  execute function public.announce_photo();

create function public.announce_selection() returns trigger language plpgsql set search_path = '' as $$
begin
  perform public.request_webhook(new.account_id, 'selection.submitted', concat('webhook:', gen_random_uuid()),
    jsonb_build_object('listId', new.list_id));
  return null;
end $$;
create trigger pick_rounds_announce after insert on public.pick_rounds
  for each row execute function public.announce_selection();

create function public.announce_booking() returns trigger language plpgsql set search_path = '' as $$
begin
  perform public.request_webhook(new.account_id, 'booking.created', concat('webhook:', gen_random_uuid()),
    jsonb_build_object('sessionId', new.id));
  return null;
end $$;
create trigger sessions_announce after insert on public.sessions for each row
  when (new.source = 'client') execute function public.announce_booking();

create function public.announce_payment() returns trigger language plpgsql set search_path = '' as $$
begin
  perform public.request_webhook(new.account_id, 'payment.received', concat('webhook:', gen_random_uuid()),
    jsonb_build_object('paymentId', new.id));
  return null;
end $$;
create trigger payments_announce_insert after insert on public.payments for each row
  when (new.status = 'paid' and new.refunds_payment_id is null) execute function public.announce_payment();
create trigger payments_announce after update of status on public.payments for each row
  when (old.status not in ('paid', 'partially_refunded', 'refunded') and new.status = 'paid'
    and new.refunds_payment_id is null)
  execute function public.announce_payment();

alter table public.api_tokens enable row level security;
alter table public.webhook_endpoints enable row level security;
alter table public.webhook_deliveries enable row level security;
revoke all on public.api_tokens, public.webhook_endpoints, public.webhook_deliveries from anon, authenticated;
grant execute on function public.request_webhook(text, text, text, jsonb) to albumen_api;
