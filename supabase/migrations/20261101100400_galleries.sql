-- Galleries: watermarks, presets, secrets, sections, link previews and counts.

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

create table public.galleries (
  -- Begins with the account's id, so that one image token covers all galleries of an account's members.
  id text primary key constraint galleries_id_check
    check (id ~ '^[0-9a-hjkmnp-tv-z]{26}$' and starts_with(id, account_id)),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  customer_id text,
  name text not null check (length(btrim(name)) between 1 and 200),
  description text not null default '' check (length(description) <= 10000),
  -- The day of the shoot.
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
  -- For undo: the member who changed the status may revert it for ten minutes.
  previous_status text check (previous_status in ('draft', 'published', 'hidden', 'archived')),
  status_changed_at timestamptz(3),
  status_changed_by uuid,
  -- Null means never; JSON shows it as 0. "Expired" is derived from this time and never stored.
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  -- A watermark in use cannot be deleted: its foreign key restricts.
  watermark_id text,
  -- Visitors enter a PIN before their first download.
  has_download_pin boolean not null default false,
  -- Visitors download originals without GPS data.
  remove_location boolean not null default false,
  cover_style text not null default 'band'
    check (cover_style in ('whole', 'band', 'title', 'full', 'split', 'frame', 'none')),
  -- Rights of visitors without an invitation: favourites of their own, comments on them.
  guest_favourites boolean not null default false,
  guest_comments boolean not null default false,
  event_until timestamptz(3),
  unique (account_id, id),
  constraint galleries_customer foreign key (account_id, customer_id)
    references public.customers (account_id, id) on delete set null (customer_id),
  constraint galleries_watermark foreign key (account_id, watermark_id)
    references public.watermarks (account_id, id),
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
create index galleries_watermark on public.galleries (account_id, watermark_id);
create index galleries_trash on public.galleries (deleted_at) where deleted_at is not null;
create index galleries_recent on public.galleries (updated_at) where status = 'published' and deleted_at is null;
-- For the job that looks for galleries that close soon.
create index galleries_closing on public.galleries (expires_at)
  where status = 'published' and deleted_at is null and expires_at is not null;
-- Readable links end with the last letters of the gallery's id: core/domain/galleries/gallery-link.ts.
create index galleries_link on public.galleries (account_id, right(id, 8));
-- For the job of automations, which looks for sessions by the time of their delivery.
create index galleries_published on public.galleries (account_id, published_at) where published_at is not null;
create trigger galleries_touch before update on public.galleries
  for each row execute function public.touch_updated_at();
create trigger galleries_resolve_merged_customer before insert or update of customer_id on public.galleries
  for each row when (new.customer_id is not null) execute function public.resolve_merged_customer();
comment on column public.galleries.cover_style is
  'How the gallery''s page shows its cover: GALLERY_COVER_STYLES of core/domain/galleries/galleries.ts. All but `whole` crop it around the focal point.';
comment on column public.galleries.event_until is 'End of the gallery''s event: until then visitors'' pages show new photos by themselves. Null: none.';

-- Settings that a studio reuses for new galleries: core/domain/galleries/presets.ts.
create table public.gallery_presets (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  name text not null check (length(btrim(name)) between 1 and 120),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (account_id, id)
);
create index gallery_presets_name on public.gallery_presets (account_id, name, id);
create trigger gallery_presets_touch before update on public.gallery_presets
  for each row execute function public.touch_updated_at();

-- Passwords of galleries. Not published: no hash reaches zero-cache or a client. A new password increments the
-- version, which ends the access that was granted with the previous one.
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

-- Download PINs of galleries. A new PIN increments the version: visitors who entered the previous one enter it again.
create table public.gallery_pins (
  gallery_id text primary key,
  account_id text not null,
  pin_hash text not null check (length(pin_hash) between 20 and 200),
  version integer not null default 1 check (version > 0),
  updated_at timestamptz(3) not null default now(),
  constraint gallery_pins_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade
);
create trigger gallery_pins_touch before update on public.gallery_pins
  for each row execute function public.touch_updated_at();

-- Named groups of a gallery's photos ("Ceremony", "Party"), each with its own order and visibility.
create table public.gallery_sections (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  gallery_id text not null,
  name text not null check (length(btrim(name)) between 1 and 120),
  "order" double precision not null default 0 check ("order" between -9007199254740991 and 9007199254740991),
  is_visible boolean not null default true,
  -- Null means the gallery's order.
  sort_by text check (sort_by in ('captured_at', 'filename', 'manual')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (account_id, id),
  unique (account_id, gallery_id, id),
  constraint gallery_sections_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade
);
create index gallery_sections_order on public.gallery_sections (account_id, gallery_id, "order", id);
create trigger gallery_sections_touch before update on public.gallery_sections
  for each row execute function public.touch_updated_at();

-- Open Graph images for link previews, at a URL with a random token that stops working when the row is deleted. Only
-- galleries that anyone with the link may open have one.
create table public.og_images (
  gallery_id text primary key,
  account_id text not null,
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{43}$'),
  -- The file id of the cover photo. A different cover needs a new image.
  file_id text not null,
  created_at timestamptz(3) not null default now(),
  -- Hash of everything that is drawn: the cover, the gallery's name and the studio's. A different or missing
  -- fingerprint has the image drawn again.
  fingerprint text check (fingerprint ~ '^[0-9a-f]{64}$'),
  constraint og_images_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade
);

-- Counts that lists show, kept in the transaction that changes them: Zero has no aggregates, and rows are not synced
-- only to be counted.
create table public.gallery_stats (
  gallery_id text primary key,
  account_id text not null,
  -- Photos outside the trash.
  photo_count integer not null default 0 check (photo_count >= 0),
  ready_count integer not null default 0 check (ready_count >= 0),
  failed_count integer not null default 0 check (failed_count >= 0),
  original_bytes bigint not null default 0 check (original_bytes >= 0),
  -- Browsers with access; each is identified by its cookie only.
  visitor_count integer not null default 0 check (visitor_count >= 0),
  -- Photos opened in the lightbox, and photos downloaded.
  view_count bigint not null default 0 check (view_count >= 0),
  download_count bigint not null default 0 check (download_count >= 0),
  constraint gallery_stats_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade
);
create index gallery_stats_account on public.gallery_stats (account_id, photo_count, gallery_id);

create function public.start_gallery_stats() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.gallery_stats (gallery_id, account_id) values (new.id, new.account_id);
  update public.account_usage u set gallery_count = u.gallery_count + 1
    where u.account_id = new.account_id and new.deleted_at is null;
  return null;
end $$;
create trigger galleries_count_insert after insert on public.galleries
  for each row execute function public.start_gallery_stats();

-- Moves a gallery's share of account_usage out of or back into the count when its deleted_at changes.
-- The row of gallery_stats is the lock: count_photos updates it before it reads whether the gallery is in the trash,
-- and this function locks it before it reads the count.
create function public.count_gallery() returns trigger language plpgsql set search_path = '' as $$
declare
  photos integer;
  step integer := case when new.deleted_at is null then 1 else -1 end;
begin
  select s.photo_count into photos from public.gallery_stats s where s.gallery_id = new.id for update;
  update public.account_usage u
    set gallery_count = u.gallery_count + step, photo_count = u.photo_count + step * photos
    where u.account_id = new.account_id;
  return null;
end $$;
create trigger galleries_count_trash after update of deleted_at on public.galleries
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function public.count_gallery();

-- Subtracts a gallery from account_usage before it is deleted. Its photos are deleted by cascade afterwards, when
-- count_photos finds no gallery row and changes no total of the account.
create function public.uncount_gallery() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.account_usage u
    set storage_bytes = u.storage_bytes - p.bytes,
        photo_count = u.photo_count - case when old.deleted_at is null then p.live else 0 end,
        gallery_count = u.gallery_count - case when old.deleted_at is null then 1 else 0 end
    from (select coalesce(sum(f.size), 0) as bytes, count(*) filter (where f.deleted_at is null) as live
          from public.photos f where f.gallery_id = old.id) p
    where u.account_id = old.account_id;
  return old;
end $$;
create trigger galleries_count_delete before delete on public.galleries
  for each row execute function public.uncount_gallery();

alter table public.watermarks enable row level security;
alter table public.galleries enable row level security;
alter table public.gallery_presets enable row level security;
alter table public.gallery_secrets enable row level security;
alter table public.gallery_pins enable row level security;
alter table public.gallery_sections enable row level security;
alter table public.og_images enable row level security;
alter table public.gallery_stats enable row level security;
revoke all on public.watermarks, public.galleries, public.gallery_presets, public.gallery_secrets,
  public.gallery_pins, public.gallery_sections, public.og_images, public.gallery_stats from anon, authenticated;
