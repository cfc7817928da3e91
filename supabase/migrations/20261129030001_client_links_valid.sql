-- Validated in a file of its own, because the scans would hold up the previous file's locks.
alter table public.grants validate constraint grants_customer;
alter table public.grants validate constraint grants_email_check;
