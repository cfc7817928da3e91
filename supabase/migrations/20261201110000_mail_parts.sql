-- Whose part of the studio's mail quota a mail counts for, and the network of the visitor who caused it.
alter table public.mail_deliveries add column part text not null default 'studio';
alter table public.mail_deliveries add constraint mail_deliveries_part_check
  check (part in ('studio', 'clients', 'strangers')) not valid;
alter table public.mail_deliveries add column network_hash text;
alter table public.mail_deliveries add constraint mail_deliveries_network_hash_check
  check (network_hash ~ '^[A-Za-z0-9_-]{22}$') not valid;
comment on column public.mail_deliveries.network_hash is 'Hash of the network that caused the mail, with the studio''s id; null for mails of the studio, and where it is unknown.';
comment on column public.mail_deliveries.by_stranger is 'Replaced by part.';

-- The network that a session was booked from: its reminders and receipts count for it too.
alter table public.session_links add column network_hash text;
alter table public.session_links add constraint session_links_network_hash_check
  check (network_hash ~ '^[A-Za-z0-9_-]{22}$') not valid;
comment on column public.session_links.network_hash is 'Hash of the network that booked, with the studio''s id; null for links in mails.';

alter table public.archive_notifications add column network_hash text;
alter table public.archive_notifications add constraint archive_notifications_network_hash_check
  check (network_hash ~ '^[A-Za-z0-9_-]{22}$') not valid;
comment on column public.archive_notifications.network_hash is 'Hash of the network that asked for the mail, with the studio''s id.';
