-- Validated in a file of its own, because the scan of the table would hold up the previous file's lock.
alter table public.galleries validate constraint galleries_cover_style_check;
