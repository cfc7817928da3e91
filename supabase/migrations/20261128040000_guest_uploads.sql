-- Photos from guests: a gallery's link by which anybody adds photos, which stay hidden until the studio shows them.
create table public.guest_upload_links (
  gallery_id text primary key,
  account_id text not null,
  author_id uuid not null,
  token text not null unique check (token ~ '^[0-9a-hjkmnp-tv-z]{32}$'),
  section_id text,
  is_open boolean not null default true,
  ends_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
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
comment on column public.guest_upload_links.token is 'Unpredictable part of the address. A new one ends the former link.';
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

alter table public.guest_upload_links enable row level security;
alter table public.guest_photos enable row level security;
revoke all on public.guest_upload_links, public.guest_photos from anon, authenticated;

alter publication zero_studio add table public.guest_upload_links, public.guest_photos;
do $$ begin
  if to_regprocedure('zero_0.update_schemas()') is not null then perform zero_0.update_schemas(); end if;
end $$;
