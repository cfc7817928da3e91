-- Mails and links of one contact of a client. Without a contact they are those of the first one, as the release before
-- writes them.
-- lock: the columns are empty, and tables of mails and links are read once, in less than a second at a million rows
alter table public.messages
  add column contact_id text,
  -- The mail of the same sending to the first of its recipients.
  add column copy_of text,
  -- The Message-ID of a mail of a gallery or of a client's link, by which a bounce finds the row.
  add column mail_id text check (mail_id ~ '^[0-9a-z-]{20,100}$');
alter table public.messages
  add constraint messages_contact foreign key (account_id, contact_id)
    references public.customer_contacts (account_id, id) on delete set null (contact_id) not valid,
  add constraint messages_copy foreign key (account_id, copy_of)
    references public.messages (account_id, id) on delete set null (copy_of) not valid;
create index messages_contact on public.messages (account_id, contact_id) where contact_id is not null;
create index messages_copy on public.messages (account_id, copy_of) where copy_of is not null;
create index messages_mail on public.messages (mail_id) where mail_id is not null;

alter table public.client_links add column contact_id text;
alter table public.client_links
  add constraint client_links_contact foreign key (account_id, contact_id)
    references public.customer_contacts (account_id, id) on delete set null (contact_id) not valid;
create index client_links_contact on public.client_links (account_id, contact_id) where contact_id is not null;

alter table public.session_links add column contact_id text;
alter table public.session_links
  add constraint session_links_contact foreign key (account_id, contact_id)
    references public.customer_contacts (account_id, id) on delete cascade not valid;
create index session_links_contact on public.session_links (account_id, contact_id) where contact_id is not null;
