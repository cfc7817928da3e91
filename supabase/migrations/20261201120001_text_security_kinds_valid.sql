-- Validated in a file of its own, because the scan of the table would hold up the previous file's lock.
alter table public.security_events validate constraint security_events_kind_check;
