-- What a photo looks like to visitors beyond its original: turned, cut around a point, marked.
create table public.watermarks (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  name text not null check (length(btrim(name)) between 1 and 120),
  -- What the mark was made from. Either way it is a picture with holes: a text was drawn by the browser that wrote it,
  -- in its own letters, and is kept to be written anew.
  kind text not null check (kind in ('text', 'image')),
  text text not null default '' check (length(text) <= 200),
  position text not null default 'bottom_right' check (position in (
    'top_left', 'top', 'top_right', 'left', 'center', 'right', 'bottom_left', 'bottom', 'bottom_right')),
  -- Per cent of the picture's width that the mark (tiled: each of them) takes.
  size integer not null default 25 check (size between 5 and 100),
  -- Per cent.
  opacity integer not null default 50 check (opacity between 5 and 100),
  is_tiled boolean not null default false,
  -- 0 until the mark's picture is stored; renewed with each one. Pixels of that picture.
  image_version integer not null default 0 check (image_version >= 0),
  image_width integer check (image_width between 1 and 4096),
  image_height integer check (image_height between 1 and 4096),
  -- Where it lies among the originals: for the server only, left out of the publication.
  image_key text check (starts_with(image_key, 'watermarks/' || account_id || '/')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (account_id, id),
  constraint watermarks_image check (
    (image_version = 0) = (image_key is null) and (image_key is null) = (image_width is null)
    and (image_key is null) = (image_height is null))
);
create index watermarks_name on public.watermarks (account_id, name, id);
create trigger watermarks_touch before update on public.watermarks
  for each row execute function public.touch_updated_at();

-- A mark that galleries bear cannot be taken away from under them.
alter table public.galleries add column watermark_id text;
-- lock: no release holds rows yet.
alter table public.galleries add constraint galleries_watermark foreign key (account_id, watermark_id)
  references public.watermarks (account_id, id);
create index galleries_watermark on public.galleries (account_id, watermark_id);

alter table public.photos
  -- Degrees clockwise, beyond what EXIF asks for.
  add column rotation smallint not null default 0 check (rotation in (0, 90, 180, 270)),
  -- What the renditions under file_id show. Where they differ, the picture is being made anew and the former one is
  -- still shown; width and height are of the one that is shown.
  add column rendered_rotation smallint not null default 0 check (rendered_rotation in (0, 90, 180, 270)),
  add column look_version integer not null default 1 check (look_version > 0),
  add column rendered_version integer not null default 1 check (rendered_version > 0);
-- lock: no release holds rows yet.
create index photos_stale on public.photos (account_id, gallery_id, id) where look_version <> rendered_version;

-- Names a photo's renditions had before. Each leads to the present one until the photo is erased, so that a page that
-- was opened before still shows its pictures.
create table public.photo_files (
  file_id text primary key check (file_id ~ '^[0-9a-hjkmnp-tv-z]{24}$'),
  account_id text not null,
  -- Where the renditions lay; not always where the photo is now.
  gallery_id text not null,
  photo_id text not null,
  retired_at timestamptz(3) not null default now(),
  -- When its renditions were taken away and the sign to the present name was put up.
  cleared_at timestamptz(3),
  constraint photo_files_photo foreign key (account_id, photo_id)
    references public.photos (account_id, id) on delete cascade
);
create index photo_files_photo on public.photo_files (account_id, photo_id);
create index photo_files_uncleared on public.photo_files (retired_at) where cleared_at is null;

-- A new original on its way to a photo that keeps its place, its section and its address. Until it is read the former
-- one is shown, and stays if the new one turns out to be no picture.
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
  -- For the server only, left out of the publication.
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

-- An upload in parts that has begun (S3's own id of it); for the server only.
alter table public.photos add column upload_id text check (length(upload_id) between 1 and 1024);

alter table public.watermarks enable row level security;
alter table public.photo_files enable row level security;
alter table public.photo_replacements enable row level security;
revoke all on public.watermarks, public.photo_files, public.photo_replacements from anon, authenticated;
