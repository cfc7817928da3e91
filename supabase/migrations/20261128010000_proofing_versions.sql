-- Opening a selection again makes its earlier submission final: the version rises, so that a submission that was sent
-- twice, or from a page of before, cannot close the new round.
create function public.raise_reopened_version() returns trigger language plpgsql set search_path = '' as $$
begin
  new.version := greatest(new.version, old.version + 1);
  return new;
end $$;
create trigger pick_lists_reopen before update on public.pick_lists for each row
  when (old.status <> 'open' and new.status = 'open') execute function public.raise_reopened_version();

-- Guests whom no browser is any more are looked for by the sweep.
create index gallery_people_guests on public.gallery_people (created_at) where role = 'guest';
create index photo_comments_deleted on public.photo_comments (deleted_at) where deleted_at is not null;
create index pick_lists_deleted on public.pick_lists (deleted_at) where deleted_at is not null;

-- A charge belongs to a round of its own account.
alter table public.pick_rounds add constraint pick_rounds_of_account unique (account_id, list_id, round);
alter table public.pick_round_charges drop constraint pick_round_charges_round;
alter table public.pick_round_charges add constraint pick_round_charges_round foreign key (account_id, list_id, round)
  references public.pick_rounds (account_id, list_id, round) on delete cascade;
drop index public.pick_round_charges_list;
create index pick_round_charges_list on public.pick_round_charges (account_id, list_id, round);
