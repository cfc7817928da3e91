-- Public booking and the links that outlive it: slot holds, links to manage a session, calendar feeds. Server only.

-- Slots that visitors hold for fifteen minutes while they fill in the booking form.
create table public.slot_holds (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null,
  session_type_id text not null,
  token_hash text not null unique check (length(token_hash) between 43 and 64),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  -- Hash of the visitor's network and the account's id. Limits how many slots one visitor may hold.
  holder text not null default '' check (length(holder) <= 64),
  constraint slot_holds_type foreign key (account_id, session_type_id)
    references public.session_types (account_id, id) on delete cascade,
  constraint slot_holds_end_after_start check (ends_at > starts_at)
);
create index slot_holds_starts on public.slot_holds (account_id, starts_at);
create index slot_holds_expires on public.slot_holds (expires_at);

-- Links by which a client reschedules or cancels a session. Each mail that has such a link has its own.
create table public.session_links (
  token_hash text primary key check (length(token_hash) between 43 and 64),
  account_id text not null,
  session_id text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  -- The name typed in the booking form, shown instead of the customer's: typing a customer's email must not reveal
  -- their name. Null for links in mails, which reach the customer.
  client_name text check (length(client_name) between 1 and 120),
  constraint session_links_session foreign key (account_id, session_id)
    references public.sessions (account_id, id) on delete cascade
);
create index session_links_session on public.session_links (account_id, session_id);
create index session_links_expires on public.session_links (expires_at);

-- The secret calendar URL of a member. Deleted with the membership.
create table public.calendar_feeds (
  account_id text not null,
  user_id uuid not null,
  token_hash text not null unique check (length(token_hash) between 43 and 64),
  created_at timestamptz(3) not null default now(),
  last_read_at timestamptz(3),
  primary key (account_id, user_id),
  constraint calendar_feeds_member foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade
);

alter table public.slot_holds enable row level security;
alter table public.session_links enable row level security;
alter table public.calendar_feeds enable row level security;
revoke all on public.slot_holds, public.session_links, public.calendar_feeds from anon, authenticated;
