-- The client link that led to a session: a link to the session that it made ends with it.
alter table public.session_links add column client_link_id text;
comment on column public.session_links.client_link_id is 'The client link that this one was made by; null for links in mails and of bookings.';
alter table public.session_links add constraint session_links_client_link foreign key (account_id, client_link_id)
  references public.client_links (account_id, id) on delete cascade not valid;
-- lock: the column is new, so the index is empty and built within a second
create index session_links_client_link on public.session_links (account_id, client_link_id)
  where client_link_id is not null;
