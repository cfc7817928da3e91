-- Everything that a studio owns, as one ZIP for its owners (issue: import and export).
create table public.account_exports (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  status text not null default 'waiting' check (status in ('waiting', 'ready', 'failed', 'expired')),
  -- Bytes of the file, once it is there.
  size bigint check (size >= 0),
  created_at timestamptz(3) not null default now(),
  ready_at timestamptz(3),
  expires_at timestamptz(3),
  constraint account_exports_ready_when check (status <> 'ready' or (size is not null and ready_at is not null
    and expires_at is not null))
);
create index account_exports_created on public.account_exports (account_id, created_at, id);
-- One at a time.
create unique index account_exports_waiting on public.account_exports (account_id) where status = 'waiting';

-- Owners see who took everything along.
-- lock: security events are few, and are kept for 400 days.
alter table public.security_events
  drop constraint security_events_kind_check,
  add constraint security_events_kind_check check (kind in (
    'member_invited', 'invite_revoked', 'invite_declined', 'member_joined', 'role_changed', 'member_removed',
    'member_left', 'ownership_transferred', 'address_changed', 'account_deleted', 'account_restored',
    'password_changed', 'email_changed', 'mfa_added', 'mfa_removed', 'identity_linked', 'identity_unlinked',
    'session_ended', 'data_exported'));

alter table public.account_exports enable row level security;
revoke all on public.account_exports from anon, authenticated;

alter publication zero_studio add table public.account_exports;
do $$ begin
  if to_regprocedure('zero_0.update_schemas()') is not null then perform zero_0.update_schemas(); end if;
end $$;
