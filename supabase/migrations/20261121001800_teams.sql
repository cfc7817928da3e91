-- A studio is a team: who was asked to join it, what happened to its doors, and studios that were given up.

-- No token: whoever is signed in with this e-mail, which the auth service has confirmed, may say yes. The address in
-- the mail only finds the row.
create table public.team_invites (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  email text not null check (length(email) <= 320 and email like '_%@_%'),
  role text not null check (role in ('admin', 'photographer', 'assistant')),
  status text not null default 'pending' check (status in ('pending', 'sent', 'accepted', 'declined', 'revoked')),
  sent_at timestamptz(3),
  answered_at timestamptz(3),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  constraint team_invites_answered_when check ((status in ('accepted', 'declined', 'revoked')) = (answered_at is not null))
);
-- One open invitation for each person: asking again sends the same again.
create unique index team_invites_open on public.team_invites (account_id, lower(email))
  where status in ('pending', 'sent');
create index team_invites_created on public.team_invites (account_id, created_at, id);
create index team_invites_email on public.team_invites (lower(email)) where status in ('pending', 'sent');

-- What owners are shown. Names are those of that moment: people leave, and what they did stays.
create table public.security_events (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  kind text not null check (kind in (
    'member_invited', 'invite_revoked', 'invite_declined', 'member_joined', 'role_changed', 'member_removed',
    'member_left', 'ownership_transferred', 'address_changed', 'account_deleted', 'account_restored',
    'password_changed', 'email_changed', 'mfa_added', 'mfa_removed', 'identity_linked', 'identity_unlinked',
    'session_ended')),
  -- Who did it, and to whom where that is somebody else.
  actor_id uuid,
  actor_name text not null default '' check (length(actor_name) <= 320),
  subject_id uuid,
  subject_name text not null default '' check (length(subject_name) <= 320),
  -- Roles before and after, a former address: never a token, a code or a place in the network.
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  at timestamptz(3) not null default now()
);
create index security_events_at on public.security_events (account_id, at, id);

-- Erased by a job when its days in the trash are over.
-- lock: accounts are few, and each is small.
create index accounts_deleted on public.accounts (deleted_at) where deleted_at is not null;

alter table public.team_invites enable row level security;
alter table public.security_events enable row level security;
revoke all on public.team_invites, public.security_events from anon, authenticated;

alter publication zero_studio add table public.security_events, public.team_invites;
do $$ begin
  if to_regprocedure('zero_0.update_schemas()') is not null then perform zero_0.update_schemas(); end if;
end $$;
