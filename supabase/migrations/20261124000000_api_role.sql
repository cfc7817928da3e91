-- The rights of the functions: rows of our tables and nothing else. They sign in as members of this role, which
-- `npm run migrate` creates with their passwords (ops/migrate/api-role.ts). Migrations, backup, restore and zero-cache
-- sign in as postgres.
do $$ begin
  if not exists (select from pg_roles where rolname = 'albumen_api') then
    create role albumen_api nologin;
  end if;
end $$;

grant usage on schema public to albumen_api;
grant select, insert, update, delete on all tables in schema public to albumen_api;
alter default privileges in schema public grant select, insert, update, delete on tables to albumen_api;
-- Functions that triggers and statements call. A later migration grants its own: none is open by default.
grant execute on function public.currency_symbol(text), public.default_settings(), public.known_zone(text),
  public.lock_totals(text), public.recompute_billing(text, text), public.recompute_refund_status(text),
  public.recount_customer(text, text), public.recount_months(text, timestamptz), public.request_month(text, timestamptz),
  public.request_total(text, text, timestamptz)
  to albumen_api;

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
grant execute on function public.auth_token_status(uuid, uuid, timestamptz), public.auth_user(uuid),
  public.auth_sessions(uuid), public.end_auth_session(uuid, uuid), public.delete_auth_user(uuid),
  public.delete_auth_log(timestamptz, integer) to albumen_api;
