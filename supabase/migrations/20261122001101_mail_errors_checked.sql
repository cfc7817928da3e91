alter table public.grants validate constraint grants_mail_error_check;
alter table public.team_invites validate constraint team_invites_mail_error_check;
