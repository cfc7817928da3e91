-- What visitors do, counted without following them: a photo knows how often, never by whom.
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

alter table public.gallery_stats
  -- Browsers that were let in; the cookie that lets them in is all that tells them apart.
  add column visitor_count integer not null default 0 check (visitor_count >= 0),
  -- Photos looked at in large, and photos taken home.
  add column view_count bigint not null default 0 check (view_count >= 0),
  add column download_count bigint not null default 0 check (download_count >= 0);

-- Whether a gallery has any, asked of each that a studio's page lists: only where it has none is the kept count right.
-- lock: no release holds rows yet.
create index photos_hidden on public.photos (gallery_id) where is_hidden;

alter table public.gallery_events
  -- Of a download: which size, and how many photos when it was more than one.
  add column size text check (size in ('original', 'web')),
  add column photo_count integer check (photo_count > 0);

create function public.count_visitor() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.gallery_stats s set visitor_count = s.visitor_count + 1 where s.gallery_id = new.gallery_id;
  return null;
end $$;
-- Only who comes is counted: sessions end, and a visit that was made was made.
create trigger visitor_access_count after insert on public.visitor_access
  for each row execute function public.count_visitor();

alter table public.photo_stats enable row level security;
revoke all on public.photo_stats from anon, authenticated;

alter publication zero_studio set table
  public.accounts,
  public.account_members,
  public.account_usage,
  public.currency,
  public.customers,
  public.galleries,
  public.gallery_events,
  public.gallery_presets,
  public.gallery_sections,
  public.gallery_stats,
  public.grants,
  public.photo_replacements (
    photo_id, account_id, gallery_id, author_id, status, failure_reason, filename, size, mime_type, created_at,
    updated_at
  ),
  public.photo_stats,
  public.photos (
    id, account_id, author_id, gallery_id, filename, file_id, url_path, status, failure_reason, size, mime_type,
    width, height, orientation, focal_x, focal_y, thumbhash, metadata, "order", captured_at, uploaded_at, updated_at,
    deleted_at, section_id, is_hidden, capture_offset, rotation, rendered_rotation, look_version, rendered_version
  ),
  public.settings,
  public.watermarks (
    id, account_id, author_id, name, kind, text, position, size, opacity, is_tiled, image_version, image_width,
    image_height, created_at, updated_at
  );
do $$ begin
  if to_regprocedure('zero_0.update_schemas()') is not null then perform zero_0.update_schemas(); end if;
end $$;
