alter table public.photos
  -- Whoever sent it was asked, and wanted it although the gallery has the same content; for the server only.
  add column keeps_duplicate boolean not null default false;
-- lock: no release holds rows yet.
create index photos_content on public.photos (gallery_id, sha256) where sha256 is not null;

-- Two windows may send the same content at the same moment, and neither finds the other's when it asks. The first whose
-- content has arrived is the photo; the second stays `uploading` until somebody has said that it is wanted too. Here and
-- not in the endpoint, because the stored object's own event moves photos on as well, and is often the faster one.
create function public.refuse_duplicate() returns trigger language plpgsql set search_path = '' as $$
begin
  -- One at a time for each content of a gallery: the other's row is seen once its transaction has ended.
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
    old.status = 'uploading' and new.status = 'processing' and new.sha256 is not null and not new.keeps_duplicate
  ) execute function public.refuse_duplicate();

-- Where a job that walks through something large goes on in its next run.
create table public.sweep_cursors (
  name text primary key check (length(name) between 1 and 40),
  position text not null default '' check (length(position) <= 1024),
  updated_at timestamptz(3) not null default now()
);
create trigger sweep_cursors_touch before update on public.sweep_cursors
  for each row execute function public.touch_updated_at();
alter table public.sweep_cursors enable row level security;
revoke all on public.sweep_cursors from anon, authenticated;
