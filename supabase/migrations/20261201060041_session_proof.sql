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
grant execute on function public.auth_session_proof(uuid, uuid) to albumen_api;
