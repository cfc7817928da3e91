-- When somebody was last sent to a file of it. Where archives are too many, those go first that nobody fetches.
alter table public.archives add column fetched_at timestamptz(3);
