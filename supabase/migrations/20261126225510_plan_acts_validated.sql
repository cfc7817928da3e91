-- Validates the constraint of the migration before: without a lock that writes wait for.
alter table public.security_events validate constraint security_events_kind_check;
