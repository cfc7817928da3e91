-- Members of a studio and the invitations to join it.
create table public.account_members (
  account_id text not null references public.accounts on delete cascade,
  user_id uuid not null,
  role text not null check (role in ('owner', 'admin', 'photographer', 'assistant')),
  name text not null default '' check (length(name) <= 120),
  -- Follows the sign-in's email: record_email_change.
  email text not null check (length(email) <= 320 and email like '_%@_%'),
  created_at timestamptz(3) not null default now(),
  primary key (account_id, user_id)
);
create index account_members_user on public.account_members (user_id, account_id);
create index account_members_name on public.account_members (account_id, name, user_id);

-- Invitations to a studio. They need no token: the invited person accepts while signed in with this email, which the
-- auth service has confirmed. The link in the mail only identifies the row.
create table public.team_invites (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  email text not null check (length(email) <= 320 and email like '_%@_%'),
  role text not null check (role in ('admin', 'photographer', 'assistant')),
  status text not null default 'pending' check (status in ('pending', 'sent', 'accepted', 'declined', 'revoked')),
  sent_at timestamptz(3),
  responded_at timestamptz(3),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  -- The last attempt to mail the invitation failed for good. Sending it again clears the error.
  mail_error text check (mail_error in ('mail_refused', 'mail_failed')),
  constraint team_invites_responded_when check ((status in ('accepted', 'declined', 'revoked')) = (responded_at is not null))
);
-- One open invitation for each email: inviting again resends the open one.
create unique index team_invites_open on public.team_invites (account_id, lower(email))
  where status in ('pending', 'sent');
create index team_invites_created on public.team_invites (account_id, created_at, id);
create index team_invites_email on public.team_invites (lower(email)) where status in ('pending', 'sent');

alter table public.account_members enable row level security;
alter table public.team_invites enable row level security;
revoke all on public.account_members, public.team_invites from anon, authenticated;
