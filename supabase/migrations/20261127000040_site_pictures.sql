-- Pictures of studios' websites: public copies of renditions, and the permission to show photos of galleries that are
-- not public.
create table public.site_pictures (
  account_id text not null references public.accounts on delete cascade,
  photo_id text not null check (photo_id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  file_id text not null check (file_id ~ '^[0-9a-hjkmnp-tv-z]{24}$'),
  token text not null unique check (token ~ '^[0-9a-hjkmnp-tv-z]{10}/[0-9a-hjkmnp-tv-z]{32}$'),
  widths smallint[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  ready_at timestamptz(3),
  primary key (account_id, photo_id, file_id)
);
comment on table public.site_pictures is
  'Public copies of photos that a studio''s live release shows, one row for each version of a photo. The objects are in the rendition bucket, at site/{token}-{width}. No foreign key to the photo: the row must outlive it until the objects are deleted.';
comment on column public.site_pictures.file_id is 'The photo''s file id when it was copied; another one is another picture.';
comment on column public.site_pictures.token is 'Unpredictable part of the address, after the studio''s id.';
comment on column public.site_pictures.ready_at is 'Null until all objects are stored.';

create table public.site_photo_permissions (
  photo_id text primary key,
  account_id text not null,
  is_permitted boolean not null,
  decided_by uuid,
  decided_at timestamptz(3) not null default now(),
  foreign key (account_id, photo_id) references public.photos (account_id, id) on delete cascade
);
create index site_photo_permissions_account on public.site_photo_permissions (account_id, photo_id);
comment on table public.site_photo_permissions is
  'Who recorded when that a photo may be shown on the website, or that it may not. Without a row a photo follows its gallery: it may while that is public.';
comment on column public.site_photo_permissions.decided_by is 'Null: the studio erased the client of the photo''s gallery.';

alter table public.site_pictures enable row level security;
alter table public.site_photo_permissions enable row level security;
revoke all on public.site_pictures, public.site_photo_permissions from anon, authenticated;

alter publication zero_studio add table public.site_photo_permissions;
do $$ begin
  if to_regprocedure('zero_0.update_schemas()') is not null then perform zero_0.update_schemas(); end if;
end $$;
