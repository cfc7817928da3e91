-- Readable links end with the last letters of the gallery's id: core/domain/galleries/gallery-link.ts.
create index concurrently galleries_link on public.galleries (account_id, right(id, 8));
