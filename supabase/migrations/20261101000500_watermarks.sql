-- Watermarks that galleries put on their renditions.
create table public.watermarks (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  name text not null check (length(btrim(name)) between 1 and 120),
  -- Both kinds are stored as an image with transparency. The browser draws the image of a text watermark in the fonts
  -- it has; the text is kept so that it can be edited.
  kind text not null check (kind in ('text', 'image')),
  text text not null default '' check (length(text) <= 200),
  position text not null default 'bottom_right' check (position in (
    'top_left', 'top', 'top_right', 'left', 'center', 'right', 'bottom_left', 'bottom', 'bottom_right')),
  -- Per cent of the rendition's width; of each tile if the watermark is tiled.
  size integer not null default 25 check (size between 5 and 100),
  -- Per cent.
  opacity integer not null default 50 check (opacity between 5 and 100),
  is_tiled boolean not null default false,
  -- 0 until an image is stored; incremented by each new image.
  image_version integer not null default 0 check (image_version >= 0),
  -- Pixels.
  image_width integer check (image_width between 1 and 4096),
  image_height integer check (image_height between 1 and 4096),
  -- The object's key in the bucket of originals. Server only: not in the publication.
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

alter table public.watermarks enable row level security;
revoke all on public.watermarks from anon, authenticated;
