-- Published galleries by closing time: a job looks every ten minutes for those that close soon.
-- lock: the table has one row a gallery, and few of them close; the index is built within a second
create index galleries_closing on public.galleries (expires_at)
  where status = 'published' and deleted_at is null and expires_at is not null;
