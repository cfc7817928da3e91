-- Public booking, the contact form, and the links of clients: to all of theirs, to a session, to a calendar.

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

-- Client links: the address by which a client sees everything of theirs with a studio, without an account.
create table public.client_links (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  -- Null: the client asked for it.
  author_id uuid,
  customer_id text not null,
  -- The address that it is mailed to; empty for a link that the studio copied.
  email text not null default '' check (email = '' or (length(email) <= 320 and email like '_%@_%')),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  sent_at timestamptz(3),
  opened_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  -- The last attempt to mail it failed for good.
  mail_error text check (mail_error in
    ('mail_refused', 'mail_failed', 'mail_bounced', 'mail_complained', 'mail_suppressed')),
  unique (account_id, id),
  constraint client_links_customer foreign key (account_id, customer_id)
    references public.customers (account_id, id) on delete cascade,
  constraint client_links_end_after_start check (expires_at > created_at),
  constraint client_links_used_when check ((opened_at is null) = (last_used_at is null))
);
create index client_links_customer on public.client_links (account_id, customer_id, created_at, id);
create index client_links_expires on public.client_links (expires_at);
create trigger client_links_resolve_merged_customer before insert or update of customer_id on public.client_links
  for each row execute function public.resolve_merged_customer();
comment on table public.client_links is 'A client''s address of everything of theirs with the studio. Each use extends it.';

-- Tokens of client links, as hashes. A mail that is sent again after a crash has a token of its own. Server only.
create table public.client_link_tokens (
  token_hash text primary key check (token_hash ~ '^[A-Za-z0-9_-]{43,64}$'),
  account_id text not null,
  link_id text not null,
  created_at timestamptz(3) not null default now(),
  constraint client_link_tokens_link foreign key (account_id, link_id)
    references public.client_links (account_id, id) on delete cascade
);
create index client_link_tokens_link on public.client_link_tokens (account_id, link_id);

-- Galleries that a browser has opened by a client link: revoking the link takes this access away. Server only.
create table public.client_link_galleries (
  visitor_id text not null references public.visitors on delete cascade,
  gallery_id text not null,
  account_id text not null,
  link_id text not null,
  primary key (visitor_id, gallery_id),
  constraint client_link_galleries_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade,
  constraint client_link_galleries_link foreign key (account_id, link_id)
    references public.client_links (account_id, id) on delete cascade
);
create index client_link_galleries_gallery on public.client_link_galleries (account_id, gallery_id);
create index client_link_galleries_link on public.client_link_galleries (account_id, link_id);

-- Links by which a client reschedules or cancels a session. Each mail that has such a link has its own. Server only.
create table public.session_links (
  token_hash text primary key check (length(token_hash) between 43 and 64),
  account_id text not null,
  session_id text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  -- The name typed in the booking form, shown instead of the customer's: typing a customer's email must not reveal
  -- their name. Null for links in mails, which reach the customer.
  client_name text check (length(client_name) between 1 and 120),
  network_hash text check (network_hash ~ '^[A-Za-z0-9_-]{22}$'),
  client_link_id text,
  constraint session_links_session foreign key (account_id, session_id)
    references public.sessions (account_id, id) on delete cascade,
  -- A link to the session that a client link made ends with it.
  constraint session_links_client_link foreign key (account_id, client_link_id)
    references public.client_links (account_id, id) on delete cascade
);
create index session_links_session on public.session_links (account_id, session_id);
create index session_links_expires on public.session_links (expires_at);
create index session_links_client_link on public.session_links (account_id, client_link_id)
  where client_link_id is not null;
comment on column public.session_links.network_hash is 'Hash of the network that booked, with the studio''s id; null for links in mails.';
comment on column public.session_links.client_link_id is 'The client link that this one was made by; null for links in mails and of bookings.';

-- The secret calendar URL of a member. Deleted with the membership. Server only.
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

-- Messages of a studio's contact form, until they become a client and a session.
create table public.leads (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 200),
  email text not null check (length(email) <= 320 and email like '_%@_%'),
  phone text not null default '' check (length(phone) <= 40),
  message text not null check (length(message) between 1 and 4000),
  preferred_date text not null default '' check (preferred_date ~ '^(\d{4}-\d{2}-\d{2})?$'),
  session_type_id text,
  language text not null check (language in ('en', 'es', 'ca')),
  status text not null default 'new' check (status in ('new', 'answered', 'archived', 'spam')),
  spam_signs jsonb not null default '[]' check (jsonb_typeof(spam_signs) = 'array'),
  customer_id text,
  session_id text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (account_id, id),
  constraint leads_type foreign key (account_id, session_type_id)
    references public.session_types (account_id, id) on delete set null (session_type_id),
  constraint leads_customer foreign key (account_id, customer_id)
    references public.customers (account_id, id) on delete set null (customer_id),
  constraint leads_session foreign key (account_id, session_id)
    references public.sessions (account_id, id) on delete set null (session_id)
);
comment on table public.leads is 'Messages of the public contact form. Anonymous visitors write them; nothing here is verified.';
comment on column public.leads.preferred_date is 'Local date that the visitor typed, 2026-11-21; empty for none.';
comment on column public.leads.language is 'Language of the page on which the form was sent.';
comment on column public.leads.spam_signs is 'Codes of core/domain/clients/leads.ts that explain the spam score, for the studio to read.';
comment on column public.leads.customer_id is 'The client that the studio made of it, or found by its e-mail.';
comment on column public.leads.session_id is 'The inquiry that the studio made of it.';

create index leads_status on public.leads (account_id, status, created_at, id);
create index leads_email on public.leads (account_id, lower(email));
create index leads_type on public.leads (account_id, session_type_id);
create index leads_customer on public.leads (account_id, customer_id);
create index leads_session on public.leads (account_id, session_id);
-- For the job that deletes old spam of all accounts.
create index leads_spam on public.leads (created_at) where status = 'spam';
create trigger leads_touch before update on public.leads
  for each row execute function public.touch_updated_at();
create trigger leads_resolve_merged_customer before insert or update of customer_id on public.leads
  for each row execute function public.resolve_merged_customer();

alter table public.slot_holds enable row level security;
alter table public.client_links enable row level security;
alter table public.client_link_tokens enable row level security;
alter table public.client_link_galleries enable row level security;
alter table public.session_links enable row level security;
alter table public.calendar_feeds enable row level security;
alter table public.leads enable row level security;
revoke all on public.slot_holds, public.client_links, public.client_link_tokens, public.client_link_galleries,
  public.session_links, public.calendar_feeds, public.leads from anon, authenticated;
