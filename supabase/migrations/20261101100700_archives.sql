-- ZIP archives: of a gallery's photos for visitors, and of an account's data for its owners.

-- An archive of photos, stored for a week. A request for the same unchanged photos reuses it.
create table public.archives (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  gallery_id text not null,
  size text not null check (size in ('original', 'web')),
  -- Hash of everything that determines the bytes: the photos, their order and their filenames.
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  status text not null default 'queued' check (status in ('queued', 'packing', 'ready', 'failed', 'expired')),
  -- The contents in order: [{photoId, fileId, key, name, size}].
  entries jsonb not null check (jsonb_typeof(entries) = 'array'),
  -- The ZIP files stored so far: [{key, filename, size, photoCount}].
  parts jsonb not null default '[]' check (jsonb_typeof(parts) = 'array'),
  photo_count integer not null check (photo_count > 0),
  done_count integer not null default 0 check (done_count between 0 and photo_count),
  -- Bytes of the photos.
  total_bytes bigint not null check (total_bytes >= 0),
  done_bytes bigint not null default 0 check (done_bytes >= 0),
  failure_reason text check (failure_reason ~ '^[a-z][a-z0-9_]{1,63}$'),
  attempts integer not null default 0 check (attempts >= 0),
  locked_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  ready_at timestamptz(3),
  expires_at timestamptz(3),
  fetched_at timestamptz(3),
  is_prepared boolean not null default false,
  unique (account_id, gallery_id, id),
  constraint archives_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade,
  constraint archives_reason_of_failure check ((status = 'failed') = (failure_reason is not null)),
  constraint archives_ready_when check (status <> 'ready' or (ready_at is not null and expires_at is not null))
);
create unique index archives_current_fingerprint on public.archives (account_id, gallery_id, fingerprint)
  where status in ('queued', 'packing', 'ready');
create index archives_due on public.archives (created_at) where status in ('queued', 'packing');
create index archives_expires on public.archives (expires_at) where status = 'ready';
create index archives_ended on public.archives (created_at) where status in ('failed', 'expired');
create trigger archives_touch before update on public.archives
  for each row execute function public.touch_updated_at();
comment on column public.archives.is_prepared is
  'Packed before anybody asked. Until the first request (fetched_at) a newer one of the gallery replaces it, and requested archives are packed first.';
comment on column public.archives.fetched_at is
  'The last request that found it, or redirect to one of its files. Over the limit, the archives fetched longest ago are deleted first.';

-- Emails to notify when an archive is ready.
create table public.archive_notifications (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null,
  gallery_id text not null,
  archive_id text not null,
  grant_id text,
  email text not null check (length(email) <= 320 and email like '_%@_%'),
  language text not null check (language in ('en', 'es', 'ca')),
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  network_hash text check (network_hash ~ '^[A-Za-z0-9_-]{22}$'),
  unique (archive_id, email),
  constraint archive_notifications_archive foreign key (account_id, gallery_id, archive_id)
    references public.archives (account_id, gallery_id, id) on delete cascade,
  constraint archive_notifications_grant foreign key (account_id, gallery_id, grant_id)
    references public.grants (account_id, gallery_id, id) on delete set null (grant_id)
);
create index archive_notifications_archive on public.archive_notifications (account_id, gallery_id, archive_id);
comment on column public.archive_notifications.network_hash is 'Hash of the network that asked for the mail, with the studio''s id.';

-- All data of an account as one ZIP for its owners.
create table public.account_exports (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  status text not null default 'queued' check (status in ('queued', 'ready', 'failed', 'expired')),
  -- Bytes of the stored file.
  size bigint check (size >= 0),
  created_at timestamptz(3) not null default now(),
  ready_at timestamptz(3),
  expires_at timestamptz(3),
  constraint account_exports_ready_when check (status <> 'ready' or (size is not null and ready_at is not null
    and expires_at is not null))
);
create index account_exports_created on public.account_exports (account_id, created_at, id);
-- One export in progress for each account.
create unique index account_exports_queued on public.account_exports (account_id) where status = 'queued';

alter table public.archives enable row level security;
alter table public.archive_notifications enable row level security;
alter table public.account_exports enable row level security;
revoke all on public.archives, public.archive_notifications, public.account_exports from anon, authenticated;
