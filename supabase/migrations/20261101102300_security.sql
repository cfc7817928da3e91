-- Security events: membership changes, recorded by the product, and changes of the sign-in, recorded by triggers on the
-- auth service's tables. Owners see the events; the person concerned is notified by mail.
--
-- The auth service writes an audit log in the transaction of each change (supabase/auth,
-- internal/models/audit_log_entry.go). A hosted project lets postgres create triggers on its tables.
create table public.security_events (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  kind text not null check (kind in (
    'member_invited', 'invite_revoked', 'invite_declined', 'member_joined', 'role_changed', 'member_removed',
    'member_left', 'ownership_transferred', 'slug_changed', 'account_deleted', 'account_restored',
    'password_changed', 'email_changed', 'mfa_added', 'mfa_removed', 'identity_linked', 'identity_unlinked',
    'session_ended', 'data_exported', 'api_token_created', 'api_token_revoked', 'api_token_network', 'webhook_created',
    'webhook_changed', 'webhook_removed', 'stripe_connected', 'stripe_disconnected', 'client_texts_changed',
    'reply_address_changed')),
  -- Names as they were at the time of the event: it outlives the membership. The subject is set if it is another person.
  actor_id uuid,
  actor_name text not null default '' check (length(actor_name) <= 320),
  subject_id uuid,
  subject_name text not null default '' check (length(subject_name) <= 320),
  -- For example the roles before and after, or the previous slug. Never a token, a code or an IP.
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  at timestamptz(3) not null default now()
);
create index security_events_at on public.security_events (account_id, at, id);

-- Enqueues a mail to a person about a change of their sign-in, once for each change, in its transaction. It also
-- reaches people without a studio. The language is that of one of their studios, or the one they signed up in; the time
-- zone is the studio's. An error is only logged: it must not undo the sign-in change.
create function public.enqueue_security_notice(person uuid, email text, kind text, details jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  studio record;
  sign_up_language text;
begin
  if coalesce(email, '') = '' then return; end if;
  select a.language, a.time_zone into studio
    from public.account_members m join public.accounts a on a.id = m.account_id where m.user_id = person
    order by a.deleted_at is not null, m.role <> 'owner', m.created_at, a.id limit 1;
  select u.raw_user_meta_data ->> 'language' into sign_up_language from auth.users u where u.id = person;
  insert into public.outbox (id, kind, payload, dedupe_key)
  values (left(replace(gen_random_uuid()::text, '-', ''), 20), 'security.notice',
    details || jsonb_build_object('email', email, 'what', kind, 'at', floor(extract(epoch from now()) * 1000),
      'language', coalesce(studio.language, sign_up_language, ''), 'timeZone', coalesce(studio.time_zone, 'UTC')),
    concat('notice:', person, ':', kind, ':', pg_current_xact_id()))
  on conflict (dedupe_key) do nothing;
exception when others then
  raise warning 'person was not notified of %: %', kind, sqlstate;
end $$;

-- Records a change of a person's sign-in in each of their studios, and notifies the person. Errors are only logged.
create function public.record_sign_in_change(person uuid, kind text, details jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  begin
    insert into public.security_events (id, account_id, kind, actor_id, actor_name, details)
    select left(replace(gen_random_uuid()::text, '-', ''), 20), m.account_id, kind, person,
      coalesce(nullif(m.name, ''), m.email), details
    from public.account_members m where m.user_id = person;
  exception when others then
    raise warning 'security event % was not recorded: %', kind, sqlstate;
  end;
  -- record_email_change notifies the previous email itself.
  if kind <> 'email_changed' then
    perform public.enqueue_security_notice(person, u.email, kind, details)
      from auth.users u where u.id = person and u.email_confirmed_at is not null;
  end if;
exception when others then
  raise warning 'sign-in change % was not recorded: %', kind, sqlstate;
end $$;

-- Reads an entry of the auth service's audit log. All fields are read within the block: an unreadable entry must not
-- end the sign-in that wrote it. The triggers name no column, so that the auth service can change column types.
create function public.record_auth_entry() returns trigger language plpgsql security definer set search_path = ''
  set lock_timeout = '2s' as $$
declare
  action text;
  kind text;
  details jsonb := '{}';
  traits jsonb;
  state text;
begin
  action := new.payload ->> 'action';
  if action in ('user_updated_password', 'identity_linked', 'identity_unlinked', 'verification_attempted',
    'factor_unenrolled', 'factor_deleted') then
    traits := coalesce((new.payload -> 'traits')::jsonb, '{}');
    case action
      when 'user_updated_password' then kind := 'password_changed';
      when 'identity_linked', 'identity_unlinked' then
        kind := action;
        details := jsonb_build_object('provider', traits ->> 'provider');
      when 'verification_attempted' then
        -- A correct code. The entry precedes the factor's verification; later entries are sign-ins.
        select f.status::text into state from auth.mfa_factors f where f.id = (traits ->> 'factor_id')::uuid;
        if state = 'unverified' then kind := 'mfa_added'; end if;
      when 'factor_unenrolled' then
        -- Removing a factor that was never verified is no event.
        if traits ->> 'factor_status' = 'verified' then kind := 'mfa_removed'; end if;
      when 'factor_deleted' then
        -- Deleted by an administrator; the entry precedes the deletion.
        select f.status::text into state from auth.mfa_factors f where f.id = (traits ->> 'factor_id')::uuid;
        if state = 'verified' then kind := 'mfa_removed'; end if;
      else null;
    end case;
  end if;
  if kind is not null then
    perform public.record_sign_in_change((new.payload ->> 'actor_id')::uuid, kind, details);
  end if;
  return null;
exception when others then
  raise warning 'audit entry was not read: %', sqlstate;
  return null;
end $$;

-- Records a changed email and copies it to the person's memberships; without an email they get an invalid one. The
-- audit log cannot serve here: its entry of a changed email equals that of any other change or of a mere request.
-- The previous email is notified, because an attacker changes it to their own. A soft-deleted sign-in keeps its row
-- with a scrambled email.
create function public.record_email_change() returns trigger language plpgsql security definer
  set search_path = '' set lock_timeout = '2s' as $$
declare
  ended boolean;
begin
  if old.email is distinct from new.email then
    ended := old.deleted_at is null and new.deleted_at is not null;
    if old.email_confirmed_at is not null then
      perform public.enqueue_security_notice(new.id, old.email, case when ended then 'sign_in_deleted' else 'email_changed' end, '{}');
    end if;
    if not ended then perform public.record_sign_in_change(new.id, 'email_changed', '{}'); end if;
    update public.account_members
      set email = coalesce(nullif(lower(new.email), ''), new.id || '@phone.invalid') where user_id = new.id;
  end if;
  return null;
exception when others then
  raise warning 'changed e-mail was not recorded: %', sqlstate;
  return null;
end $$;

-- Notifies the person of the deletion of their sign-in, naming the deleted studios that no other owner can restore. It
-- runs before the deletion: the memberships and the sign-up language are still there.
create function public.record_sign_in_deletion() returns trigger language plpgsql security definer set search_path = ''
  set lock_timeout = '2s' as $$
begin
  if old.email_confirmed_at is not null and old.deleted_at is null then
    perform public.enqueue_security_notice(old.id, old.email, 'sign_in_deleted', jsonb_build_object('studios', (
      select coalesce(jsonb_agg(a.name order by a.name, a.id), '[]')
      from public.account_members m join public.accounts a on a.id = m.account_id
      where m.user_id = old.id and m.role = 'owner' and a.deleted_at is not null and not exists (
        select from public.account_members o join auth.users u on u.id = o.user_id
        where o.account_id = a.id and o.role = 'owner' and o.user_id <> old.id))));
  end if;
  return old;
exception when others then
  raise warning 'deleted sign-in was not recorded: %', sqlstate;
  return old;
end $$;

-- The default privileges already deny these. Functions with their owner's rights state it themselves.
revoke execute on function public.enqueue_security_notice(uuid, text, text, jsonb),
  public.record_sign_in_change(uuid, text, jsonb), public.record_auth_entry(), public.record_email_change(),
  public.record_sign_in_deletion() from public, anon, authenticated;

do $$ begin
  if to_regclass('auth.audit_log_entries') is not null then
    create trigger albumen_record_auth_entry after insert on auth.audit_log_entries for each row
      execute function public.record_auth_entry();
  end if;
  if to_regclass('auth.users') is not null then
    create trigger albumen_record_email_change after update on auth.users for each row
      execute function public.record_email_change();
    create trigger albumen_record_sign_in_deletion before delete on auth.users for each row
      execute function public.record_sign_in_deletion();
  end if;
end $$;

-- What functions read and delete in the auth service's tables. Functions with their owner's rights, not views: the auth
-- service could not change the type of a column that a view uses. Nor grants: a hosted project's postgres may pass on
-- no DELETE there.

-- Whether a session is open, its person not banned, and whether the person has a second factor.
create function public.auth_token_status(person uuid, session uuid, moment timestamptz)
  returns table (is_open boolean, has_factor boolean)
  language sql stable security definer set search_path = '' rows 1 as $$
  select
    exists (select from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = session and s.user_id = person and (s.not_after is null or s.not_after > moment)
        and (u.banned_until is null or u.banned_until <= moment)),
    exists (select from auth.mfa_factors f where f.user_id = person and f.status = 'verified')
$$;

-- A person, without their password and tokens; no row if there is none.
create function public.auth_user(person uuid)
  returns table (id uuid, email text, email_confirmed_at timestamptz, banned_until timestamptz, raw_user_meta_data jsonb)
  language sql stable security definer set search_path = '' rows 1 as $$
  select u.id, u.email, u.email_confirmed_at, u.banned_until, u.raw_user_meta_data from auth.users u where u.id = person
$$;

-- The sessions of a person.
create function public.auth_sessions(person uuid)
  returns table (id uuid, created_at timestamptz, updated_at timestamptz, refreshed_at timestamp, not_after timestamptz,
    user_agent text, ip inet)
  language sql stable security definer set search_path = '' rows 5 as $$
  select s.id, s.created_at, s.updated_at, s.refreshed_at, s.not_after, s.user_agent, s.ip
  from auth.sessions s where s.user_id = person
$$;

-- Ends a session of this person; false if there is none.
create function public.end_auth_session(person uuid, session uuid) returns boolean
  language sql security definer set search_path = '' as $$
  with ended as (delete from auth.sessions s where s.id = session and s.user_id = person returning s.id)
  select exists (select from ended)
$$;

-- Deletes a person's sign-in. Sessions, factors and identities cascade.
create function public.delete_auth_user(person uuid) returns void
  language sql security definer set search_path = '' as $$
  delete from auth.users u where u.id = person
$$;

-- Deletes entries of the auth service's audit log.
create function public.delete_auth_log(until timestamptz, at_most integer) returns void
  language sql security definer set search_path = '' as $$
  delete from auth.audit_log_entries where id in (
    select e.id from auth.audit_log_entries e where e.created_at <= until limit at_most)
$$;

-- The default privileges already deny these to others. Functions with their owner's rights state it themselves.
revoke execute on function public.auth_token_status(uuid, uuid, timestamptz), public.auth_user(uuid),
  public.auth_sessions(uuid), public.end_auth_session(uuid, uuid), public.delete_auth_user(uuid),
  public.delete_auth_log(timestamptz, integer) from public, anon, authenticated;

-- How far a session proves that its person has just signed in. A token that is hours old may still set a password or link
-- a provider in the auth service, and then begins a new session with it. So a session that began within a day after such
-- a change counts only with a code or a link of a mail, which are the auth service's method `otp`.
-- The same method is that of a phone's code: after a new number no later session counts for a day.
-- is_recent: it began within the last hour. needs_mail: a password or a provider's account would not do now.
create function public.auth_session_proof(person uuid, session uuid)
  returns table (is_recent boolean, is_proven boolean, needs_mail boolean)
  language sql stable security definer set search_path = '' rows 1 as $$
  with changed as (
    select max(e.at) as at from public.account_members m join public.security_events e on e.account_id = m.account_id
    where m.user_id = person and e.actor_id = person and e.kind in ('password_changed', 'identity_linked')
      and e.at > now() - interval '1 day'
  ), begun as (
    -- A minute, because the services' clocks differ.
    select s.id, s.created_at, s.created_at + interval '1 minute' as until from auth.sessions s
    where s.id = session and s.user_id = person
  )
  select b.created_at > now() - interval '1 hour',
    (not exists (select from changed c where c.at < b.until) or exists (select from auth.mfa_amr_claims p
      where p.session_id = b.id and p.authentication_method in ('otp', 'magiclink', 'recovery')))
    and not exists (select from auth.users u where u.id = person and u.phone_confirmed_at < b.until
      and u.phone_confirmed_at > greatest(now() - interval '1 day', u.created_at + interval '1 hour')),
    exists (select from changed c where c.at is not null)
  from begun b
$$;
revoke execute on function public.auth_session_proof(uuid, uuid) from public, anon, authenticated;

alter table public.security_events enable row level security;
revoke all on public.security_events from anon, authenticated;
grant execute on function public.auth_token_status(uuid, uuid, timestamptz), public.auth_user(uuid),
  public.auth_sessions(uuid), public.end_auth_session(uuid, uuid), public.delete_auth_user(uuid),
  public.delete_auth_log(timestamptz, integer), public.auth_session_proof(uuid, uuid) to albumen_api;
