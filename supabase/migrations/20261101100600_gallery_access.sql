-- Access to a gallery without a studio login: invitations (grants), the browsers that open them (visitors), and what
-- they do there.
create table public.grants (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  gallery_id text not null,
  label text not null default '' check (length(label) <= 200),
  -- Empty once the invited person's data was erased, and for a client without an address.
  email text not null constraint grants_email_check
    check ((length(email) <= 320 and email like '_%@_%')
      or (email = '' and (status = 'revoked' or customer_id is not null))),
  can_view boolean not null default true,
  can_download boolean not null default true,
  can_select boolean not null default false,
  can_comment boolean not null default false,
  status text not null default 'pending'
    check (status in ('pending', 'sent', 'opened', 'accepted', 'expired', 'revoked')),
  expires_at timestamptz(3),
  sent_at timestamptz(3),
  opened_at timestamptz(3),
  accepted_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- The last attempt to mail the invitation failed for good. Sending it again clears the error.
  mail_error text check (mail_error in
    ('mail_refused', 'mail_failed', 'mail_bounced', 'mail_complained', 'mail_suppressed')),
  message text not null default '' check (length(message) <= 1000),
  customer_id text,
  unique (account_id, id),
  unique (account_id, gallery_id, id),
  constraint grants_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade,
  constraint grants_customer foreign key (account_id, customer_id)
    references public.customers (account_id, id) on delete cascade,
  constraint grants_revoked_when check ((status = 'revoked') = (revoked_at is not null))
);
create index grants_created on public.grants (account_id, gallery_id, created_at, id);
create index grants_email on public.grants (account_id, email, id);
-- One active invitation for each email and gallery: inviting again resends it. Revoked ones stay as history.
create unique index grants_one_active on public.grants (account_id, gallery_id, email) where status <> 'revoked';
create index grants_customer on public.grants (account_id, customer_id) where customer_id is not null;
create trigger grants_resolve_merged_customer before insert or update of customer_id on public.grants
  for each row when (new.customer_id is not null) execute function public.resolve_merged_customer();
comment on column public.grants.message is 'Personal message of the invitation''s mail; erased with the invited person''s data.';
comment on column public.grants.customer_id is 'The client whose grant this is, if they had no e-mail address.';

-- Tokens of invitation links, stored as hashes. A link opens on several devices. consumed_at is the time of the first.
create table public.grant_tokens (
  token_hash text primary key check (token_hash ~ '^[A-Za-z0-9_-]{43,64}$'),
  account_id text not null,
  grant_id text not null,
  expires_at timestamptz(3) not null,
  consumed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- The path that the link leads to afterwards; null means the gallery.
  redirect_to text check (length(redirect_to) <= 2000 and redirect_to ~ '^/([^/\\]|$)'),
  device_count integer not null default 0 check (device_count between 0 and 5),
  constraint grant_tokens_grant foreign key (account_id, grant_id)
    references public.grants (account_id, id) on delete cascade
);
comment on column public.grant_tokens.device_count is 'Browsers that accepted the invitation with this link; at most five.';
create index grant_tokens_grant on public.grant_tokens (account_id, grant_id);
create index grant_tokens_expires on public.grant_tokens (expires_at);

-- A browser, identified by a cookie. Belongs to no account: one cookie may give access to galleries of several studios.
create table public.visitors (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  token_hash text not null unique check (token_hash ~ '^[A-Za-z0-9_-]{43,64}$'),
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  constraint visitors_end_after_start check (expires_at > created_at)
);
create index visitors_expires on public.visitors (expires_at);

create table public.visitor_access (
  visitor_id text not null references public.visitors on delete cascade,
  gallery_id text not null,
  account_id text not null,
  grant_id text,
  -- The versions of the password and of the download PIN that this visitor has entered.
  password_version integer check (password_version > 0),
  granted_at timestamptz(3) not null default now(),
  pin_version integer check (pin_version > 0),
  primary key (visitor_id, gallery_id),
  constraint visitor_access_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade,
  -- Includes gallery_id: a grant for one gallery must not open another.
  constraint visitor_access_grant foreign key (account_id, gallery_id, grant_id)
    references public.grants (account_id, gallery_id, id) on delete set null (grant_id)
);
create index visitor_access_gallery on public.visitor_access (account_id, gallery_id);
create index visitor_access_grant on public.visitor_access (account_id, grant_id);

create function public.count_visitor() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.gallery_stats s set visitor_count = s.visitor_count + 1 where s.gallery_id = new.gallery_id;
  return null;
end $$;
-- Counts insertions only: an expired visit remains a visit.
create trigger visitor_access_count after insert on public.visitor_access
  for each row execute function public.count_visitor();

-- Partitions of gallery_events, to which nobody has rights: rows are read and written through the partitioned table.
create schema partitions;

-- The activity that the studio sees in a gallery, by month.
create table public.gallery_events (
  id text not null check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  gallery_id text not null,
  photo_id text,
  grant_id text,
  kind text not null check (kind in ('opened', 'viewed', 'downloaded', 'invited',
    'accepted', 'revoked', 'published', 'hidden', 'submitted', 'commented')),
  at timestamptz(3) not null default now(),
  -- Of a download: its size, and the number of photos if there were several.
  size text check (size in ('original', 'web')),
  photo_count integer check (photo_count > 0),
  -- A key of a partitioned table contains the partition key. Ids are random: id alone is unique as well.
  primary key (id, at),
  constraint gallery_events_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade,
  constraint gallery_events_photo foreign key (account_id, gallery_id, photo_id)
    references public.photos (account_id, gallery_id, id) on delete set null (photo_id),
  constraint gallery_events_grant foreign key (account_id, gallery_id, grant_id)
    references public.grants (account_id, gallery_id, id) on delete set null (grant_id)
) partition by range (at);
create index gallery_events_at on public.gallery_events (account_id, at, id);
create index gallery_events_gallery on public.gallery_events (gallery_id, at, id);
create index gallery_events_photo on public.gallery_events (photo_id) where photo_id is not null;
create index gallery_events_grant on public.gallery_events (grant_id) where grant_id is not null;

-- Takes rows of months without a partition, as after a restore: no insert fails for want of one.
create table partitions.gallery_events_rest partition of public.gallery_events default;

-- Makes the partitions of this month and the next three (UTC), and of the earliest month in the default partition, whose
-- rows move there. Returns the number of partitions made. Attaching one locks the tables that it refers to for a moment:
-- the wait for that is bounded, because everybody else waits behind it.
create function public.make_gallery_event_months(today timestamptz) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  month timestamp;
  made integer := 0;
  name text;
  bounds text;
begin
  for month in
    select m from pg_catalog.generate_series(date_trunc('month', today at time zone 'UTC'),
      date_trunc('month', today at time zone 'UTC') + interval '3 months', interval '1 month') m
    union
    select date_trunc('month', min(e.at) at time zone 'UTC') from partitions.gallery_events_rest e having count(*) > 0
  loop
    name := 'gallery_events_' || to_char(month, 'YYYY_MM');
    continue when to_regclass('partitions.' || name) is not null;
    bounds := format('from (%L) to (%L)', month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
    -- Nothing may arrive in the default partition between the move and the attachment.
    lock table partitions.gallery_events_rest in access exclusive mode;
    execute format('create table partitions.%I (like public.gallery_events including all)', name);
    execute format(
      'with moved as (delete from partitions.gallery_events_rest where at >= %L and at < %L returning *)
       insert into partitions.%I select * from moved',
      month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC', name);
    execute format('alter table public.gallery_events attach partition partitions.%I for values %s', name, bounds);
    made := made + 1;
  end loop;
  return made;
end $$;

do $$ begin
  perform public.make_gallery_event_months(now());
end $$;

alter table public.grants enable row level security;
alter table public.grant_tokens enable row level security;
alter table public.visitors enable row level security;
alter table public.visitor_access enable row level security;
alter table public.gallery_events enable row level security;
revoke all on public.grants, public.grant_tokens, public.visitors, public.visitor_access, public.gallery_events
  from anon, authenticated;
grant execute on function public.make_gallery_event_months(timestamptz) to albumen_api;
