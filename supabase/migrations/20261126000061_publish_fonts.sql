-- Syncs the fonts to the back office.
alter publication zero_studio add table public.custom_fonts;
do $$ begin
  if to_regprocedure('zero_0.update_schemas()') is not null then perform zero_0.update_schemas(); end if;
end $$;
