-- What people do to the way they sign in, for the owners of their studios. The auth service keeps an audit log of it in
-- the database, in the transaction of the act (supabase/auth, internal/models/audit_log_entry.go); both tables are its
-- own, and a hosted project lets postgres hang triggers on them.

-- One note for each studio of a person. Nobody is kept from signing in because it could not be taken.
create function public.note_sign_in_change(person uuid, what text, said jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  insert into public.security_events (id, account_id, kind, actor_id, actor_name, details)
  select left(replace(gen_random_uuid()::text, '-', ''), 20), m.account_id, what, person,
    coalesce(nullif(m.name, ''), m.email), said
  from public.account_members m where m.user_id = person;
exception when others then
  raise warning 'security event % was not noted: %', what, sqlstate;
end $$;

-- Everything of the entry is read within the block: what cannot be read must not end the sign-in that wrote it. For the
-- same reason the triggers name no column: the auth service could not change a column's type under them.
create function public.note_auth_entry() returns trigger language plpgsql security definer set search_path = ''
  set lock_timeout = '2s' as $$
declare
  act text;
  what text;
  said jsonb := '{}';
  traits jsonb;
  state text;
begin
  act := new.payload ->> 'action';
  if act in ('user_updated_password', 'identity_linked', 'identity_unlinked', 'verification_attempted',
    'factor_unenrolled', 'factor_deleted') then
    traits := coalesce((new.payload -> 'traits')::jsonb, '{}');
    case act
      when 'user_updated_password' then what := 'password_changed';
      when 'identity_linked', 'identity_unlinked' then
        what := act;
        said := jsonb_build_object('provider', traits ->> 'provider');
      when 'verification_attempted' then
        -- A code that was right. The entry comes before the factor's first one makes it count; later ones are sign-ins.
        select f.status::text into state from auth.mfa_factors f where f.id = (traits ->> 'factor_id')::uuid;
        if state = 'unverified' then what := 'mfa_added'; end if;
      when 'factor_unenrolled' then
        -- One that was begun and never counted is no loss.
        if traits ->> 'factor_status' = 'verified' then what := 'mfa_removed'; end if;
      when 'factor_deleted' then
        -- By an administrator; the entry comes before the factor goes.
        select f.status::text into state from auth.mfa_factors f where f.id = (traits ->> 'factor_id')::uuid;
        if state = 'verified' then what := 'mfa_removed'; end if;
      else null;
    end case;
  end if;
  if what is not null then
    perform public.note_sign_in_change((new.payload ->> 'actor_id')::uuid, what, said);
  end if;
  return null;
exception when others then
  raise warning 'audit entry was not read: %', sqlstate;
  return null;
end $$;

-- Not from the log: its entry of a changed e-mail is the same as that of any other change, and of a mere wish for one.
-- Members' rows name them by the e-mail they sign in with, so that follows; of who has none any more, a form that is
-- nobody's.
create function public.note_email_change() returns trigger language plpgsql security definer set search_path = ''
  set lock_timeout = '2s' as $$
begin
  if old.email is distinct from new.email then
    perform public.note_sign_in_change(new.id, 'email_changed', '{}');
    update public.account_members
      set email = coalesce(nullif(lower(new.email), ''), new.id || '@phone.invalid') where user_id = new.id;
  end if;
  return null;
exception when others then
  raise warning 'changed e-mail was not noted: %', sqlstate;
  return null;
end $$;

-- Said again although they are given to nobody by default: what runs with its owner's rights says so itself.
revoke execute on function public.note_sign_in_change(uuid, text, jsonb), public.note_auth_entry(),
  public.note_email_change() from public, anon, authenticated;

do $$ begin
  if to_regclass('auth.audit_log_entries') is not null then
    create trigger albumen_note_auth_entry after insert on auth.audit_log_entries for each row
      execute function public.note_auth_entry();
  end if;
  if to_regclass('auth.users') is not null then
    create trigger albumen_note_email_change after update on auth.users for each row
      execute function public.note_email_change();
  end if;
end $$;
