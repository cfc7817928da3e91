-- Archives that are packed before a client asks for them, so that the download begins at once.
alter table public.archives add column is_prepared boolean not null default false;
comment on column public.archives.is_prepared is
  'Packed before anybody asked. Until the first request (fetched_at) a newer one of the gallery replaces it, and requested archives are packed first.';
comment on column public.archives.fetched_at is
  'The last request that found it, or redirect to one of its files. Over the limit, the archives fetched longest ago are deleted first.';
