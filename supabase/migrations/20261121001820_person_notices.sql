-- The person is told by mail what happened to the way they sign in: by the auth service's own acts, so that it is said
-- whoever did it and from wherever, also to those who belong to no studio.

-- One mail for one change, in the transaction of the change. Nobody is kept from signing in because it could not be
-- written down. The language is that of a studio of theirs, or the one they signed up in; the time is the studio's.
create function public.notify_person(person uuid, address text, what text, said jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  studio record;
  spoken text;
begin
  if coalesce(address, '') = '' then return; end if;
  select a.language, a.time_zone into studio
    from public.account_members m join public.accounts a on a.id = m.account_id where m.user_id = person
    order by a.deleted_at is not null, m.role <> 'owner', m.created_at, a.id limit 1;
  select u.raw_user_meta_data ->> 'language' into spoken from auth.users u where u.id = person;
  insert into public.outbox (id, kind, payload, dedupe_key)
  values (left(replace(gen_random_uuid()::text, '-', ''), 20), 'person.notice',
    said || jsonb_build_object('email', address, 'what', what, 'at', floor(extract(epoch from now()) * 1000),
      'language', coalesce(studio.language, spoken, ''), 'timeZone', coalesce(studio.time_zone, 'UTC')),
    concat('notice:', person, ':', what, ':', pg_current_xact_id()))
  on conflict (dedupe_key) do nothing;
exception when others then
  raise warning 'person was not told of %: %', what, sqlstate;
end $$;

create or replace function public.note_sign_in_change(person uuid, what text, said jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  begin
    insert into public.security_events (id, account_id, kind, actor_id, actor_name, details)
    select left(replace(gen_random_uuid()::text, '-', ''), 20), m.account_id, what, person,
      coalesce(nullif(m.name, ''), m.email), said
    from public.account_members m where m.user_id = person;
  exception when others then
    raise warning 'security event % was not noted: %', what, sqlstate;
  end;
  -- Of a changed e-mail its former address is told, by who knows it.
  if what <> 'email_changed' then
    perform public.notify_person(person, u.email, what, said)
      from auth.users u where u.id = person and u.email_confirmed_at is not null;
  end if;
exception when others then
  raise warning 'sign-in change % was not told: %', what, sqlstate;
end $$;

-- The former address is told: whoever has taken a sign-in over has changed it to one of their own. A sign-in that is
-- deleted softly keeps its row, with an e-mail that is nobody's.
create or replace function public.note_email_change() returns trigger language plpgsql security definer
  set search_path = '' set lock_timeout = '2s' as $$
declare
  ended boolean;
begin
  if old.email is distinct from new.email then
    ended := old.deleted_at is null and new.deleted_at is not null;
    if old.email_confirmed_at is not null then
      perform public.notify_person(new.id, old.email, case when ended then 'sign_in_deleted' else 'email_changed' end, '{}');
    end if;
    if not ended then perform public.note_sign_in_change(new.id, 'email_changed', '{}'); end if;
    update public.account_members
      set email = coalesce(nullif(lower(new.email), ''), new.id || '@phone.invalid') where user_id = new.id;
  end if;
  return null;
exception when others then
  raise warning 'changed e-mail was not noted: %', sqlstate;
  return null;
end $$;

-- Memberships are still there, so that the mail can name the closed studios that nobody else can open again. Before the
-- row goes: what the person signed up with is read from it.
create function public.note_sign_in_end() returns trigger language plpgsql security definer set search_path = ''
  set lock_timeout = '2s' as $$
begin
  if old.email_confirmed_at is not null and old.deleted_at is null then
    perform public.notify_person(old.id, old.email, 'sign_in_deleted', jsonb_build_object('studios', (
      select coalesce(jsonb_agg(a.name order by a.name, a.id), '[]')
      from public.account_members m join public.accounts a on a.id = m.account_id
      where m.user_id = old.id and m.role = 'owner' and a.deleted_at is not null and not exists (
        select from public.account_members o join auth.users u on u.id = o.user_id
        where o.account_id = a.id and o.role = 'owner' and o.user_id <> old.id))));
  end if;
  return old;
exception when others then
  raise warning 'deleted sign-in was not noted: %', sqlstate;
  return old;
end $$;

revoke execute on function public.notify_person(uuid, text, text, jsonb), public.note_sign_in_end()
  from public, anon, authenticated;

do $$ begin
  if to_regclass('auth.users') is not null then
    create trigger albumen_note_sign_in_end before delete on auth.users for each row
      execute function public.note_sign_in_end();
  end if;
end $$;
