-- Validated in a file of its own, because the scan of the table would hold up the previous file's lock.
alter table public.session_links validate constraint session_links_client_link;
