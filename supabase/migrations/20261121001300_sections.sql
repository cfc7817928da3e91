-- Named sets within a gallery ("Ceremony", "Party"), each with its own order and its own visibility.
create table public.gallery_sections (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  gallery_id text not null,
  name text not null check (length(btrim(name)) between 1 and 120),
  "order" double precision not null default 0 check ("order" between -9007199254740991 and 9007199254740991),
  is_visible boolean not null default true,
  -- Null: as the gallery is sorted.
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

alter table public.photos
  add column section_id text,
  add column is_hidden boolean not null default false,
  -- Seconds that this camera's clock was wrong by; added to captured_at wherever photos are put in order. The time that
  -- the camera wrote stays, so that reading the original again undoes nothing. Fifty years either way.
  add column capture_offset integer not null default 0 check (capture_offset between -1576800000 and 1576800000);

-- lock: no release holds rows yet.
alter table public.photos add constraint photos_section foreign key (account_id, gallery_id, section_id)
  references public.gallery_sections (account_id, gallery_id, id) on delete set null (section_id);
create index photos_section on public.photos (account_id, gallery_id, section_id);

-- A photo that moves to another gallery leaves behind what belongs to the former one: its section, its being the
-- cover, and the notes of what visitors did there.
create function public.leave_gallery() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.section_id is not distinct from old.section_id then new.section_id := null; end if;
  update public.galleries g set cover_photo_id = null where g.id = old.gallery_id and g.cover_photo_id = old.id;
  update public.gallery_events e set photo_id = null where e.gallery_id = old.gallery_id and e.photo_id = old.id;
  return new;
end $$;
create trigger photos_leave_gallery before update of gallery_id on public.photos
  for each row when (old.gallery_id <> new.gallery_id) execute function public.leave_gallery();

-- Settings that a studio gives to galleries of one kind of shoot: core/domain/presets.ts.
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

alter table public.gallery_sections enable row level security;
alter table public.gallery_presets enable row level security;
revoke all on public.gallery_sections, public.gallery_presets from anon, authenticated;
