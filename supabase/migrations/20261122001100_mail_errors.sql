-- Why an invitation's mail was given up, for those who invite; null where it was not. Sending it again clears it.

alter table public.grants
  add column mail_error text,
  add constraint grants_mail_error_check check (mail_error in ('mail_refused', 'mail_failed')) not valid;
alter table public.team_invites
  add column mail_error text,
  add constraint team_invites_mail_error_check check (mail_error in ('mail_refused', 'mail_failed')) not valid;

do $$ begin
  if to_regprocedure('zero_0.update_schemas()') is not null then perform zero_0.update_schemas(); end if;
end $$;
