-- Validates the constraints of the two migrations before: without a lock that writes wait for.
alter table public.security_events validate constraint security_events_kind_check;
alter table public.galleries validate constraint galleries_held;
alter table public.photos validate constraint photos_held;
