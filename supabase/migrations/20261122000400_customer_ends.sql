-- Clients that were one and the same, and people who asked to be forgotten.

alter table public.customers
  -- The one that this one's sessions and galleries went to.
  add column merged_into text,
  add constraint customers_merged_into_another check (merged_into <> id),
  -- lock: no release holds rows yet.
  add constraint customers_merged_into foreign key (account_id, merged_into)
    references public.customers (account_id, id) on delete set null (merged_into);
create index customers_merged on public.customers (account_id, merged_into) where merged_into is not null;
create index customers_deleted on public.customers (deleted_at) where deleted_at is not null;

-- What is booked or made for a client at the very moment of a merge goes where the rest of it went.
create function public.follow_merge() returns trigger language plpgsql set search_path = '' as $$
declare
  kept text;
begin
  -- Held against a merge: one that is under way is waited for, and seen.
  select c.merged_into into kept from public.customers c
    where c.account_id = new.account_id and c.id = new.customer_id for key share;
  new.customer_id := coalesce(kept, new.customer_id);
  return new;
end $$;
create trigger sessions_follow_merge before insert or update of customer_id on public.sessions
  for each row execute function public.follow_merge();
create trigger galleries_follow_merge before insert or update of customer_id on public.galleries
  for each row when (new.customer_id is not null) execute function public.follow_merge();

-- An invite whose person was erased names nobody.
alter table public.grants drop constraint grants_email_check;
alter table public.grants
  -- lock: no release holds rows yet.
  add constraint grants_email_check check (
    (length(email) <= 320 and email like '_%@_%') or (email = '' and status = 'revoked'));

do $$ begin
  if to_regprocedure('zero_0.update_schemas()') is not null then perform zero_0.update_schemas(); end if;
end $$;
