-- Validated in a file of its own, because the scans would hold up the locks of the previous file.
alter table public.grants validate constraint grants_mail_error_check;
alter table public.client_links validate constraint client_links_mail_error_check;
alter table public.team_invites validate constraint team_invites_mail_error_check;
