-- Photos: their originals, renditions, replacements and counts, and those that guests add.
create table public.photos (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  gallery_id text not null,
  filename text not null check (length(filename) between 1 and 255),
  -- Replaced whenever the pixels change, so that a rendition's URL never shows two different images.
  file_id text not null unique check (file_id ~ '^[0-9a-hjkmnp-tv-z]{24}$'),
  -- Set by set_photo_url_path. Not a generated column: PostgreSQL 17 does not replicate those.
  url_path text not null default '',
  status text not null default 'uploading' check (status in ('uploading', 'processing', 'ready', 'failed')),
  failure_reason text check (failure_reason ~ '^[a-z][a-z0-9_]{1,63}$'),
  -- Bytes of the original, as declared until the upload is verified. The maximum is 5 GiB, the limit of an S3 PUT.
  size bigint not null check (size between 0 and 5368709120),
  mime_type text not null check (length(mime_type) between 3 and 100),
  -- Pixels of the current renditions, after orientation; null until the original is read.
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
  -- The original in its bucket. Server only: these three are not in the publication.
  original_key text constraint photos_original_key_check
    check (starts_with(original_key, gallery_id || '/' || id || '/')),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  etag text check (length(etag) between 1 and 128),
  section_id text,
  is_hidden boolean not null default false,
  -- Seconds, at most fifty years. Corrects the camera's clock: added to captured_at wherever photos are sorted.
  -- captured_at keeps the camera's time, so that reading the original again keeps the correction.
  capture_offset integer not null default 0 check (capture_offset between -1576800000 and 1576800000),
  -- Degrees clockwise, in addition to the EXIF orientation.
  rotation smallint not null default 0 check (rotation in (0, 90, 180, 270)),
  -- The style that the renditions under file_id show. While it differs from the requested one (rotation,
  -- style_version), new renditions are being made and the current ones stay visible.
  rendered_rotation smallint not null default 0 check (rendered_rotation in (0, 90, 180, 270)),
  style_version integer not null default 1 check (style_version > 0),
  rendered_version integer not null default 1 check (rendered_version > 0),
  -- S3's id of a multipart upload in progress. Server only: not in the publication.
  upload_id text check (length(upload_id) between 1 and 1024),
  -- The uploader has confirmed a duplicate of this gallery's content. Server only: not in the publication.
  allow_duplicate boolean not null default false,
  -- Bytes of the web size, the fullscreen rendition under file_id; null before the first. Server only: not in the
  -- publication.
  web_size integer check (web_size > 0),
  -- The name that a photo was first uploaded with: cameras, catalogues and editors know it by this name. Replacing or
  -- renaming a photo keeps it; erasing a client's traces replaces it.
  source_filename text check (length(source_filename) between 1 and 255),
  unique (account_id, id),
  unique (account_id, gallery_id, id),
  constraint photos_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade,
  constraint photos_section foreign key (account_id, gallery_id, section_id)
    references public.gallery_sections (account_id, gallery_id, id) on delete set null (section_id),
  constraint photos_reason_of_failure check ((status = 'failed') = (failure_reason is not null)),
  constraint photos_original_known check (status in ('uploading', 'failed') or original_key is not null),
  constraint photos_ready_is_measured check (status <> 'ready' or (width is not null and height is not null)),
  constraint photos_focal_pair check ((focal_x is null) = (focal_y is null)),
  -- GPS data may be a client's home. The original keeps it; the row must not.
  constraint photos_no_location check (not metadata ?| array['gps', 'GPS', 'GPSLatitude', 'GPSLongitude', 'latitude', 'longitude'])
);
create index photos_captured on public.photos (gallery_id, captured_at, id);
create index photos_filename on public.photos (gallery_id, filename, id);
create index photos_order on public.photos (gallery_id, "order", id);
create index photos_section on public.photos (account_id, gallery_id, section_id);
create index photos_uploaded on public.photos (account_id, uploaded_at, id);
create index photos_unfinished on public.photos (status, updated_at) where status in ('uploading', 'processing');
create index photos_trash on public.photos (deleted_at) where deleted_at is not null;
-- For public lists: gallery_stats counts hidden photos too, so its count is right only for a gallery without any.
create index photos_hidden on public.photos (gallery_id) where is_hidden;
create index photos_stale on public.photos (account_id, gallery_id, id) where style_version <> rendered_version;
-- For the job that renders photos anew, of all studios.
create index photos_outdated on public.photos (updated_at)
  where style_version <> rendered_version and status = 'ready' and deleted_at is null;
create index photos_content on public.photos (gallery_id, sha256) where sha256 is not null;
create trigger photos_touch before update on public.photos for each row execute function public.touch_updated_at();

create function public.set_photo_url_path() returns trigger language plpgsql set search_path = '' as $$
begin
  new.url_path := '/api/images/' || new.gallery_id || '/' || new.file_id || '.jpg';
  return new;
end $$;
create trigger photos_url_path before insert or update of gallery_id, file_id, url_path on public.photos
  for each row execute function public.set_photo_url_path();

create function public.keep_source_filename() returns trigger language plpgsql set search_path = '' as $$
begin
  new.source_filename := coalesce(new.source_filename, new.filename);
  return new;
end $$;
create trigger photos_source_filename before insert or update of source_filename on public.photos
  for each row execute function public.keep_source_filename();

-- The cover is a photo of the same gallery. Added here because each of the two tables refers to the other.
alter table public.galleries add constraint galleries_cover_photo foreign key (account_id, id, cover_photo_id)
  references public.photos (account_id, gallery_id, id) on delete set null (cover_photo_id);

-- Removes what ties a moved photo to its previous gallery: its section, its use as the cover, its id in the gallery's
-- events, and its picks and comments, whose people belong to the gallery. Rounds keep its id.
create function public.clear_gallery_references() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.section_id is not distinct from old.section_id then new.section_id := null; end if;
  update public.galleries g set cover_photo_id = null where g.id = old.gallery_id and g.cover_photo_id = old.id;
  update public.gallery_events e set photo_id = null where e.gallery_id = old.gallery_id and e.photo_id = old.id;
  delete from public.picks p where p.gallery_id = old.gallery_id and p.photo_id = old.id;
  delete from public.photo_comments c where c.gallery_id = old.gallery_id and c.photo_id = old.id;
  return new;
end $$;
create trigger photos_clear_gallery_references before update of gallery_id on public.photos
  for each row when (old.gallery_id <> new.gallery_id) execute function public.clear_gallery_references();

-- Leaves a photo in `uploading` if the gallery already has a photo with the same content, until the uploader confirms
-- the duplicate. The check is a trigger because both the endpoint and the stored object's event confirm uploads, and
-- because two windows may send the same content at the same time.
create function public.refuse_duplicate() returns trigger language plpgsql set search_path = '' as $$
begin
  -- One transaction at a time for each content of a gallery: the next one sees the committed photo.
  perform pg_advisory_xact_lock(hashtextextended(new.gallery_id || new.sha256, 0));
  if exists (
    select from public.photos p
    where p.gallery_id = new.gallery_id and p.sha256 = new.sha256 and p.id <> new.id
      and p.status in ('processing', 'ready') and p.deleted_at is null
  ) then
    return null;
  end if;
  return new;
end $$;
create trigger photos_refuse_duplicate before update of status on public.photos
  for each row when (
    old.status = 'uploading' and new.status = 'processing' and new.sha256 is not null and not new.allow_duplicate
  ) execute function public.refuse_duplicate();

-- Adds the change of a statement to gallery_stats and account_usage. Statement triggers: a bulk change costs one
-- update for each gallery.
create function public.count_photos() returns trigger language plpgsql set search_path = '' as $$
declare
  changed text := case tg_op
    when 'INSERT' then 'select 1 as sign, n.* from new_rows n'
    when 'DELETE' then 'select -1 as sign, o.* from old_rows o'
    else 'select 1 as sign, n.* from new_rows n union all select -1, o.* from old_rows o' end;
  d record;
begin
  -- In the order of the gallery ids: two concurrent bulk changes then wait for each other without a deadlock.
  for d in execute format($q$
    select * from (
      select c.gallery_id, c.account_id,
        coalesce(sum(c.sign) filter (where c.deleted_at is null), 0) as live,
        coalesce(sum(c.sign) filter (where c.deleted_at is null and c.status = 'ready'), 0) as ready,
        coalesce(sum(c.sign) filter (where c.deleted_at is null and c.status = 'failed'), 0) as failed,
        coalesce(sum(c.sign * c.size) filter (where c.deleted_at is null), 0) as live_bytes,
        sum(c.sign * c.size) as bytes
      from (%s) c group by c.gallery_id, c.account_id) sums
    where live <> 0 or ready <> 0 or failed <> 0 or live_bytes <> 0 or bytes <> 0
    order by gallery_id $q$, changed)
  loop
    update public.gallery_stats s
      set photo_count = s.photo_count + d.live, ready_count = s.ready_count + d.ready,
          failed_count = s.failed_count + d.failed, original_bytes = s.original_bytes + d.live_bytes
      where s.gallery_id = d.gallery_id;
    update public.account_usage u
      set storage_bytes = u.storage_bytes + d.bytes,
          photo_count = u.photo_count + case when g.deleted_at is null then d.live else 0 end
      from public.galleries g
      where u.account_id = d.account_id and g.id = d.gallery_id;
  end loop;
  return null;
end $$;
create trigger photos_count_insert after insert on public.photos referencing new table as new_rows
  for each statement execute function public.count_photos();
create trigger photos_count_update after update on public.photos referencing old table as old_rows new table as new_rows
  for each statement execute function public.count_photos();
create trigger photos_count_delete after delete on public.photos referencing old table as old_rows
  for each statement execute function public.count_photos();

-- Previous file ids of a photo's renditions. Each redirects to the current file until the photo is erased, so that a
-- page opened earlier still shows its images.
create table public.retired_photo_files (
  file_id text primary key check (file_id ~ '^[0-9a-hjkmnp-tv-z]{24}$'),
  account_id text not null,
  -- The gallery whose prefix holds the renditions; a moved photo is in another gallery now.
  gallery_id text not null,
  photo_id text not null,
  retired_at timestamptz(3) not null default now(),
  -- When its renditions were deleted and the redirect was written.
  cleared_at timestamptz(3),
  constraint retired_photo_files_photo foreign key (account_id, photo_id)
    references public.photos (account_id, id) on delete cascade
);
create index retired_photo_files_photo on public.retired_photo_files (account_id, photo_id);
create index retired_photo_files_uncleared on public.retired_photo_files (retired_at) where cleared_at is null;

-- A new original that replaces a photo's pixels; the photo keeps its position, section and URL. The previous one is
-- shown until the new one is read, and stays if the new one is not an image.
create table public.photo_replacements (
  photo_id text primary key,
  account_id text not null,
  gallery_id text not null,
  author_id uuid not null,
  status text not null default 'uploading' check (status in ('uploading', 'processing', 'failed')),
  failure_reason text check (failure_reason ~ '^[a-z][a-z0-9_]{1,63}$'),
  filename text not null check (length(filename) between 1 and 255),
  size bigint not null check (size between 0 and 5368709120),
  mime_type text not null check (length(mime_type) between 3 and 100),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Server only: these three are not in the publication.
  original_key text not null constraint photo_replacements_original_key_check
    check (starts_with(original_key, gallery_id || '/' || photo_id || '/')),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  upload_id text check (length(upload_id) between 1 and 1024),
  constraint photo_replacements_reason_of_failure check ((status = 'failed') = (failure_reason is not null)),
  constraint photo_replacements_photo foreign key (account_id, gallery_id, photo_id)
    references public.photos (account_id, gallery_id, id) on update cascade on delete cascade
);
create index photo_replacements_gallery on public.photo_replacements (account_id, gallery_id);
create index photo_replacements_unfinished on public.photo_replacements (status, updated_at);
create trigger photo_replacements_touch before update on public.photo_replacements
  for each row execute function public.touch_updated_at();

-- How often visitors viewed and downloaded a photo. Anonymous: it records no visitor.
create table public.photo_stats (
  photo_id text primary key,
  account_id text not null,
  gallery_id text not null,
  view_count integer not null default 0 check (view_count >= 0),
  download_count integer not null default 0 check (download_count >= 0),
  constraint photo_stats_photo foreign key (account_id, gallery_id, photo_id)
    references public.photos (account_id, gallery_id, id) on update cascade on delete cascade
);
create index photo_stats_gallery on public.photo_stats (account_id, gallery_id, photo_id);

-- Photos from guests: a gallery's link by which anybody adds photos, which stay hidden until the studio shows them.
create table public.guest_upload_links (
  gallery_id text primary key,
  account_id text not null,
  author_id uuid not null,
  section_id text,
  is_open boolean not null default true,
  ends_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Unique: the hash comes from the browser, and a studio must not take another's link over with it.
  token_hash text not null unique check (token_hash ~ '^[A-Za-z0-9_-]{43}$'),
  constraint guest_upload_links_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade,
  constraint guest_upload_links_section foreign key (account_id, gallery_id, section_id)
    references public.gallery_sections (account_id, gallery_id, id) on delete set null (section_id)
);
create index guest_upload_links_gallery on public.guest_upload_links (account_id, gallery_id);
create index guest_upload_links_section on public.guest_upload_links (account_id, gallery_id, section_id);
create trigger guest_upload_links_touch before update on public.guest_upload_links
  for each row execute function public.touch_updated_at();
comment on table public.guest_upload_links is 'The link by which guests add photos to a gallery. It shows nothing of the gallery but its name.';
comment on column public.guest_upload_links.token_hash is 'SHA-256 of the unpredictable part of the address. A new one ends the former link.';
comment on column public.guest_upload_links.section_id is 'Where the photos go; null: before all sections.';

create table public.guest_photos (
  photo_id text primary key,
  account_id text not null,
  name text not null default '' check (length(name) <= 120),
  created_at timestamptz(3) not null default now(),
  constraint guest_photos_photo foreign key (account_id, photo_id)
    references public.photos (account_id, id) on delete cascade
);
create index guest_photos_account on public.guest_photos (account_id, photo_id);
comment on table public.guest_photos is 'Photos that guests added. They wait for the studio while they are hidden.';
comment on column public.guest_photos.name is 'What the guest typed; empty for none.';

alter table public.photos enable row level security;
alter table public.retired_photo_files enable row level security;
alter table public.photo_replacements enable row level security;
alter table public.photo_stats enable row level security;
alter table public.guest_upload_links enable row level security;
alter table public.guest_photos enable row level security;
revoke all on public.photos, public.retired_photo_files, public.photo_replacements, public.photo_stats,
  public.guest_upload_links, public.guest_photos from anon, authenticated;
