-- Access to a gallery without a studio login: invitations (grants) and the browsers that open them (visitors).
create table public.grants (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  gallery_id text not null,
  label text not null default '' check (length(label) <= 200),
  -- Empty once the invited person's data was erased.
  email text not null constraint grants_email_check
    check ((length(email) <= 320 and email like '_%@_%') or (email = '' and status = 'revoked')),
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
  mail_error text check (mail_error in ('mail_refused', 'mail_failed')),
  unique (account_id, id),
  unique (account_id, gallery_id, id),
  constraint grants_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade,
  constraint grants_revoked_when check ((status = 'revoked') = (revoked_at is not null))
);
create index grants_created on public.grants (account_id, gallery_id, created_at, id);
create index grants_email on public.grants (account_id, email, id);
-- One active invitation for each email and gallery: inviting again resends it. Revoked ones stay as history.
create unique index grants_one_active on public.grants (account_id, gallery_id, email) where status <> 'revoked';

-- Tokens of invitation links, stored as hashes. A token works once: the update that consumes it requires consumed_at
-- to be null.
create table public.grant_tokens (
  token_hash text primary key check (token_hash ~ '^[A-Za-z0-9_-]{43,64}$'),
  account_id text not null,
  grant_id text not null,
  expires_at timestamptz(3) not null,
  consumed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- The path that the link leads to afterwards; null means the gallery.
  redirect_to text check (length(redirect_to) <= 2000 and redirect_to ~ '^/([^/\\]|$)'),
  constraint grant_tokens_grant foreign key (account_id, grant_id)
    references public.grants (account_id, id) on delete cascade
);
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

-- The activity that the studio sees in a gallery.
create table public.gallery_events (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  gallery_id text not null,
  photo_id text,
  grant_id text,
  kind text not null check (kind in ('opened', 'viewed', 'downloaded', 'invited', 'accepted', 'revoked', 'published', 'hidden')),
  at timestamptz(3) not null default now(),
  -- Of a download: its size, and the number of photos if there were several.
  size text check (size in ('original', 'web')),
  photo_count integer check (photo_count > 0),
  constraint gallery_events_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade,
  constraint gallery_events_photo foreign key (account_id, gallery_id, photo_id)
    references public.photos (account_id, gallery_id, id) on delete set null (photo_id),
  constraint gallery_events_grant foreign key (account_id, gallery_id, grant_id)
    references public.grants (account_id, gallery_id, id) on delete set null (grant_id)
);
create index gallery_events_at on public.gallery_events (account_id, at, id);
create index gallery_events_gallery on public.gallery_events (gallery_id, at, id);
create index gallery_events_photo on public.gallery_events (photo_id) where photo_id is not null;
create index gallery_events_grant on public.gallery_events (grant_id) where grant_id is not null;

alter table public.grants enable row level security;
alter table public.grant_tokens enable row level security;
alter table public.visitors enable row level security;
alter table public.visitor_access enable row level security;
alter table public.gallery_events enable row level security;
revoke all on public.grants, public.grant_tokens, public.visitors, public.visitor_access, public.gallery_events
  from anon, authenticated;
