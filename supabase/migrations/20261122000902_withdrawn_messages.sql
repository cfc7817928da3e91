-- Mails that somebody of the studio has withdrawn; what withdrew itself names nobody.

alter table public.messages
  add column withdrawn_at timestamptz(3),
  add column withdrawn_by uuid;

do $$ begin
  if to_regprocedure('zero_0.update_schemas()') is not null then perform zero_0.update_schemas(); end if;
end $$;
