-- Sessions (bookings) and their history. Amounts are in session_billing and payments: Zero syncs whole rows, and
-- assistants see no amounts.
create table public.sessions (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  customer_id text not null,
  session_type_id text,
  -- The photographer who owns the session: decides which payments a photographer may see.
  photographer_id uuid,
  gallery_id text,
  date timestamptz(3) not null,
  duration integer not null default 60 check (duration between 1 and 10080), -- minutes
  type text not null default '' check (length(type) <= 200),
  location text not null default '' check (length(location) <= 1000),
  notes text not null default '' check (length(notes) <= 20000),
  status text not null default 'scheduled'
    check (status in ('inquiry', 'scheduled', 'declined', 'confirmed', 'completed', 'cancelled', 'no_show')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  location_id text,
  source text not null default 'studio' check (source in ('studio', 'client')),
  -- The message that the client wrote when booking.
  client_message text not null default '' check (length(client_message) <= 4000),
  checklist jsonb not null default '[]' check (jsonb_typeof(checklist) = 'array'),
  -- For undo: the member who changed the status may revert it for ten minutes.
  previous_status text
    check (previous_status in ('inquiry', 'scheduled', 'declined', 'confirmed', 'completed', 'cancelled', 'no_show')),
  status_changed_at timestamptz(3),
  status_changed_by uuid,
  deleted_at timestamptz(3),
  booked_at timestamptz(3),
  automations_paused boolean not null default false,
  unique (account_id, id),
  constraint sessions_customer foreign key (account_id, customer_id) references public.customers (account_id, id),
  constraint sessions_type foreign key (account_id, session_type_id)
    references public.session_types (account_id, id) on delete set null (session_type_id),
  constraint sessions_photographer foreign key (account_id, photographer_id)
    references public.account_members (account_id, user_id) on delete set null (photographer_id),
  constraint sessions_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete set null (gallery_id),
  constraint sessions_location foreign key (account_id, location_id)
    references public.locations (account_id, id) on delete set null (location_id)
);
create index sessions_date on public.sessions (account_id, date, id);
create index sessions_status on public.sessions (account_id, status, date, id);
create index sessions_customer on public.sessions (account_id, customer_id, date, id);
create index sessions_photographer on public.sessions (account_id, photographer_id, date, id);
create index sessions_type on public.sessions (account_id, session_type_id);
create index sessions_gallery on public.sessions (account_id, gallery_id);
create index sessions_location on public.sessions (account_id, location_id);
create index sessions_deleted on public.sessions (deleted_at) where deleted_at is not null;
-- For the reminder job, which looks for upcoming sessions of all accounts every few minutes.
create index sessions_upcoming on public.sessions (date, id)
  where status in ('scheduled', 'confirmed') and deleted_at is null;
-- For the job of automations, which looks for sessions by the time of their booking.
create index sessions_booked on public.sessions (account_id, coalesce(booked_at, created_at)) where deleted_at is null;
create trigger sessions_touch before update on public.sessions
  for each row execute function public.touch_updated_at();
create trigger sessions_resolve_merged_customer before insert or update of customer_id on public.sessions
  for each row execute function public.resolve_merged_customer();
comment on column public.sessions.booked_at is 'When the studio accepted the request. Null: at created_at.';

-- The history of a session, without amounts.
create table public.session_events (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  session_id text not null,
  kind text not null check (kind in ('created', 'booked', 'rescheduled', 'status')),
  -- Null means the client, through a link.
  actor_id uuid,
  -- rescheduled: {from, to} in epoch milliseconds; status: {from, to}.
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  at timestamptz(3) not null default now(),
  constraint session_events_session foreign key (account_id, session_id)
    references public.sessions (account_id, id) on delete cascade
);
create index session_events_session on public.session_events (account_id, session_id, at, id);
create index session_events_at on public.session_events (account_id, at, id);

alter table public.sessions enable row level security;
alter table public.session_events enable row level security;
revoke all on public.sessions, public.session_events from anon, authenticated;
