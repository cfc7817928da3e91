-- Syncs the former paths of published pages to the back office, which shows and deletes them.
alter publication zero_studio add table public.site_redirects;
do $$ begin
  if to_regprocedure('zero_0.update_schemas()') is not null then perform zero_0.update_schemas(); end if;
end $$;
