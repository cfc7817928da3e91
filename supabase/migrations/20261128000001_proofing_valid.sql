-- Validated in a file of its own, because the scans would hold up the previous file's locks.
alter table public.photos validate constraint photos_source_filename_check;
alter table public.gallery_events validate constraint gallery_events_kind_check;
alter table public.payments validate constraint payments_purpose_check;
alter table public.mail_templates validate constraint mail_templates_kind_check;
