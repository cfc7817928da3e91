-- Validated in a file of its own, because the scans of the table would hold up the previous file's lock.
alter table public.api_tokens validate constraint api_tokens_gallery;
alter table public.api_tokens validate constraint api_tokens_scopes_check;
