-- Indexes for what jobs look for among all studios: without them each run reads whole tables.
-- lock: the tables are small before the first studios, and most of the indexes are partial and nearly empty
create index photos_outdated on public.photos (updated_at)
  where style_version <> rendered_version and status = 'ready' and deleted_at is null;
create index galleries_recent on public.galleries (updated_at) where status = 'published' and deleted_at is null;
create index accounts_recent on public.accounts (updated_at);
create index settings_recent on public.settings (updated_at) where key = 'photographer';
create index settings_overviews on public.settings (account_id)
  where key = 'notifications' and value @> '{"day": true}';
create index archives_ended on public.archives (created_at) where status in ('failed', 'expired');
