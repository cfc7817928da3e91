-- For the job of automations, which looks for sessions by the time of their booking and of their delivery.
-- lock: both tables have a row a session or a gallery; the indexes are built within seconds
create index sessions_booked on public.sessions (account_id, coalesce(booked_at, created_at)) where deleted_at is null;
create index galleries_published on public.galleries (account_id, published_at) where published_at is not null;
