-- Checks the keys of the file before, while rows are written.
alter table public.messages validate constraint messages_contact, validate constraint messages_copy;
alter table public.client_links validate constraint client_links_contact;
alter table public.session_links validate constraint session_links_contact;
