-- Since when the support may look, for the owners; null for a visit that was allowed before this migration.
alter table public.support_visits add column allowed_at timestamptz(3);
