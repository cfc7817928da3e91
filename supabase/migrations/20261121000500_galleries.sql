create table public.galleries (
  -- Begins with its account, so that one image token covers all of a member's galleries.
  id text primary key constraint galleries_id_check
    check (id ~ '^[0-9a-hjkmnp-tv-z]{26}$' and starts_with(id, account_id)),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  customer_id text,
  name text not null check (length(btrim(name)) between 1 and 200),
  description text not null default '' check (length(description) <= 10000),
  -- The day of the shoot, not of the row.
  date timestamptz(3),
  status text not null default 'draft' check (status in ('draft', 'published', 'hidden', 'archived')),
  visibility text not null default 'link' check (visibility in ('public', 'link', 'password', 'invite')),
  has_password boolean not null default false,
  cover_photo_id text,
  sort_by text not null default 'captured_at' check (sort_by in ('captured_at', 'filename', 'manual')),
  allow_original boolean not null default true,
  allow_web boolean not null default true,
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  published_at timestamptz(3),
  -- Who moved it where from, and when: undo is open for ten minutes to who acted (decisions §2).
  previous_status text check (previous_status in ('draft', 'published', 'hidden', 'archived')),
  status_changed_at timestamptz(3),
  status_changed_by uuid,
  -- Null is never; JSON shows it as 0. Expired is derived from this, never stored.
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  unique (account_id, id),
  constraint galleries_customer foreign key (account_id, customer_id)
    references public.customers (account_id, id) on delete set null (customer_id),
  constraint galleries_published_once check (status = 'draft' or published_at is not null),
  constraint galleries_password_set check (visibility <> 'password' or has_password)
);
create index galleries_created on public.galleries (account_id, created_at, id);
create index galleries_updated on public.galleries (account_id, updated_at, id);
create index galleries_date on public.galleries (account_id, date, id);
create index galleries_name on public.galleries (account_id, name, id);
create index galleries_status on public.galleries (account_id, status, id);
create index galleries_expires on public.galleries (account_id, expires_at, id);
create index galleries_customer on public.galleries (account_id, customer_id, id);
create index galleries_trash on public.galleries (deleted_at) where deleted_at is not null;
create trigger galleries_touch before update on public.galleries
  for each row execute function public.touch_updated_at();

-- Never published: no hash reaches zero-cache, let alone a client. A new password is a new version, which ends
-- what was granted for the old one.
create table public.gallery_secrets (
  gallery_id text primary key,
  account_id text not null,
  password_hash text not null check (length(password_hash) between 20 and 200),
  password_version integer not null default 1 check (password_version > 0),
  updated_at timestamptz(3) not null default now(),
  constraint gallery_secrets_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade
);
create trigger gallery_secrets_touch before update on public.gallery_secrets
  for each row execute function public.touch_updated_at();

create table public.photos (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  gallery_id text not null,
  filename text not null check (length(filename) between 1 and 255),
  -- Renewed whenever the pixels change, so that a rendition's address never means two pictures.
  file_id text not null unique check (file_id ~ '^[0-9a-hjkmnp-tv-z]{24}$'),
  -- Set below from gallery and file. Not a generated column: PostgreSQL 17 does not replicate those.
  url_path text not null default '',
  status text not null default 'uploading' check (status in ('uploading', 'processing', 'ready', 'failed')),
  failure_reason text check (failure_reason ~ '^[a-z][a-z0-9_]{1,63}$'),
  -- Bytes of the original, as declared until the upload is verified. 5 GiB is what S3 takes in one PUT.
  size bigint not null check (size between 0 and 5368709120),
  mime_type text not null check (length(mime_type) between 3 and 100),
  -- Pixels as shown, after orientation; null until read.
  width integer check (width between 1 and 100000),
  height integer check (height between 1 and 100000),
  orientation smallint check (orientation between 1 and 8),
  focal_x double precision check (focal_x between 0 and 1),
  focal_y double precision check (focal_y between 0 and 1),
  thumbhash text check (length(thumbhash) <= 100),
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  "order" double precision not null default 0 check ("order" between -9007199254740991 and 9007199254740991),
  captured_at timestamptz(3),
  uploaded_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  -- Where the original lies and what it is: for the server only, left out of the publication.
  original_key text constraint photos_original_key_check
    check (starts_with(original_key, gallery_id || '/' || id || '/')),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  etag text check (length(etag) between 1 and 128),
  unique (account_id, id),
  unique (account_id, gallery_id, id),
  constraint photos_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade,
  constraint photos_reason_of_failure check ((status = 'failed') = (failure_reason is not null)),
  constraint photos_original_known check (status in ('uploading', 'failed') or original_key is not null),
  constraint photos_ready_is_measured check (status <> 'ready' or (width is not null and height is not null)),
  constraint photos_focal_pair check ((focal_x is null) = (focal_y is null)),
  -- A client's home is in there. The original keeps it; the row must not.
  constraint photos_no_place check (not metadata ?| array['gps', 'GPS', 'GPSLatitude', 'GPSLongitude', 'latitude', 'longitude'])
);
create index photos_captured on public.photos (gallery_id, captured_at, id);
create index photos_filename on public.photos (gallery_id, filename, id);
create index photos_order on public.photos (gallery_id, "order", id);
create index photos_uploaded on public.photos (account_id, uploaded_at, id);
create index photos_unfinished on public.photos (status, updated_at) where status in ('uploading', 'processing');
create index photos_trash on public.photos (deleted_at) where deleted_at is not null;
create trigger photos_touch before update on public.photos for each row execute function public.touch_updated_at();

create function public.set_photo_url_path() returns trigger language plpgsql set search_path = '' as $$
begin
  new.url_path := '/api/images/' || new.gallery_id || '/' || new.file_id || '.jpg';
  return new;
end $$;
create trigger photos_url_path before insert or update of gallery_id, file_id, url_path on public.photos
  for each row execute function public.set_photo_url_path();

-- A cover is a photo of the same gallery, not merely of the same account.
alter table public.galleries add constraint galleries_cover_photo foreign key (account_id, id, cover_photo_id)
  references public.photos (account_id, gallery_id, id) on delete set null (cover_photo_id);

alter table public.galleries enable row level security;
alter table public.gallery_secrets enable row level security;
alter table public.photos enable row level security;
revoke all on public.galleries, public.gallery_secrets, public.photos from anon, authenticated;
