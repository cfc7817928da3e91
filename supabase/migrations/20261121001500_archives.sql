-- A PIN that is asked before the first download, beside whatever lets a visitor in.
alter table public.galleries add column has_download_pin boolean not null default false;
create table public.gallery_pins (
  gallery_id text primary key,
  account_id text not null,
  pin_hash text not null check (length(pin_hash) between 20 and 200),
  -- A new PIN is a new version: who knew the former one is asked again.
  version integer not null default 1 check (version > 0),
  updated_at timestamptz(3) not null default now(),
  constraint gallery_pins_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade
);
create trigger gallery_pins_touch before update on public.gallery_pins
  for each row execute function public.touch_updated_at();
alter table public.visitor_access add column pin_version integer check (pin_version > 0);

-- Pictures of a gallery packed for download, as stored objects that last for a week. Whoever asks for the same pictures
-- while they have not changed gets the same archive.
create table public.archives (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  gallery_id text not null,
  size text not null check (size in ('original', 'web')),
  -- Of all that its bytes depend on: which pictures, in which order, under which names.
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  status text not null default 'waiting' check (status in ('waiting', 'packing', 'ready', 'failed', 'expired')),
  -- What it holds, in order: [{photoId, fileId, key, name, size}].
  entries jsonb not null check (jsonb_typeof(entries) = 'array'),
  -- The files it comes in, as far as they are stored: [{key, filename, size, photoCount}].
  parts jsonb not null default '[]' check (jsonb_typeof(parts) = 'array'),
  photo_count integer not null check (photo_count > 0),
  done_count integer not null default 0 check (done_count between 0 and photo_count),
  -- Bytes of the pictures.
  total_bytes bigint not null check (total_bytes >= 0),
  done_bytes bigint not null default 0 check (done_bytes >= 0),
  failure_reason text check (failure_reason ~ '^[a-z][a-z0-9_]{1,63}$'),
  attempts integer not null default 0 check (attempts >= 0),
  locked_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  ready_at timestamptz(3),
  expires_at timestamptz(3),
  unique (account_id, gallery_id, id),
  constraint archives_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade,
  constraint archives_reason_of_failure check ((status = 'failed') = (failure_reason is not null)),
  constraint archives_ready_when check (status <> 'ready' or (ready_at is not null and expires_at is not null))
);
create unique index archives_one_of_a_kind on public.archives (account_id, gallery_id, fingerprint)
  where status in ('waiting', 'packing', 'ready');
create index archives_due on public.archives (created_at) where status in ('waiting', 'packing');
create index archives_expires on public.archives (expires_at) where status = 'ready';
create trigger archives_touch before update on public.archives
  for each row execute function public.touch_updated_at();

-- Who wants a mail when an archive is ready.
create table public.archive_mails (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null,
  gallery_id text not null,
  archive_id text not null,
  grant_id text,
  email text not null check (length(email) <= 320 and email like '_%@_%'),
  language text not null check (language in ('en', 'es', 'ca')),
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  unique (archive_id, email),
  constraint archive_mails_archive foreign key (account_id, gallery_id, archive_id)
    references public.archives (account_id, gallery_id, id) on delete cascade,
  constraint archive_mails_grant foreign key (account_id, gallery_id, grant_id)
    references public.grants (account_id, gallery_id, id) on delete set null (grant_id)
);
create index archive_mails_archive on public.archive_mails (account_id, gallery_id, archive_id);

alter table public.gallery_pins enable row level security;
alter table public.archives enable row level security;
alter table public.archive_mails enable row level security;
revoke all on public.gallery_pins, public.archives, public.archive_mails from anon, authenticated;
