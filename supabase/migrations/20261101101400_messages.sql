-- Mails to clients and their templates; what became of every mail, and addresses that get none.
create table public.messages (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  -- The kinds are those of core/domain/messages/messages.ts: a list here would have to change with each new mail.
  kind text not null check (kind ~ '^[a-z]+(_[a-z]+)*$' and length(kind) <= 40),
  customer_id text,
  session_id text,
  recipient text not null check (length(recipient) <= 320 and recipient like '_%@_%'),
  language text not null check (language in ('en', 'es', 'ca')),
  -- The outbox sends the mail. The row holds no amounts, because assistants see it.
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed', 'cancelled')),
  -- When it is sent. The studio can undo the change behind it until then.
  due_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  -- A stable code, not the mail server's text.
  error text check (error ~ '^[a-z_]{2,60}$'),
  created_at timestamptz(3) not null default now(),
  -- Set when a member withdraws it; null when the system did.
  cancelled_at timestamptz(3),
  cancelled_by uuid,
  unique (account_id, id),
  constraint messages_customer foreign key (account_id, customer_id)
    references public.customers (account_id, id) on delete cascade,
  constraint messages_session foreign key (account_id, session_id)
    references public.sessions (account_id, id) on delete cascade,
  constraint messages_sent_when check ((status = 'sent') = (sent_at is not null))
);
create index messages_created on public.messages (account_id, created_at, id);
create index messages_session on public.messages (account_id, session_id, created_at, id);
create index messages_customer on public.messages (account_id, customer_id, created_at, id);
create index messages_failed on public.messages (account_id, created_at) where status = 'failed';
create index messages_pending on public.messages (due_at) where status = 'pending';

-- The payment of a receipt mail, apart from messages because assistants see those. Server only.
create table public.message_payments (
  message_id text primary key,
  account_id text not null,
  payment_id text not null,
  constraint message_payments_message foreign key (account_id, message_id)
    references public.messages (account_id, id) on delete cascade,
  constraint message_payments_payment foreign key (account_id, payment_id)
    references public.payments (account_id, id) on delete cascade
);
create index message_payments_message on public.message_payments (account_id, message_id);
create index message_payments_payment on public.message_payments (account_id, payment_id);

-- A studio's own subject and body for a kind of message, instead of the product's.
create table public.mail_templates (
  account_id text not null references public.accounts on delete cascade,
  kind text not null check (kind ~ '^[a-z]+(_[a-z]+)*$' and length(kind) <= 40),
  language text not null check (language in ('en', 'es', 'ca')),
  author_id uuid not null,
  subject text not null check (length(btrim(subject)) between 1 and 200),
  body text not null check (length(btrim(body)) between 1 and 10000),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, kind, language)
);
create trigger mail_templates_touch before update on public.mail_templates
  for each row execute function public.touch_updated_at();

-- Keys of notices that are sent once, even if their mail fails: `session:<id>:<its time>`, `day:2026-11-22`.
-- Server only.
create table public.sent_notices (
  account_id text not null references public.accounts on delete cascade,
  notice_key text not null check (length(notice_key) between 1 and 100),
  at timestamptz(3) not null default now(),
  primary key (account_id, notice_key)
);
create index sent_notices_at on public.sent_notices (at);

-- A mail and its recipient, by which a bounce or complaint finds the row that the mail was about. Kept for 30 days.
create table public.mail_deliveries (
  -- The local part of its Message-ID.
  mail_id text not null check (mail_id ~ '^[0-9a-z-]{20,100}$'),
  -- SHA-256 of the recipient's address in lower case, base64url.
  address_hash text not null check (address_hash ~ '^[\w-]{43}$'),
  -- The studio that it was sent for; null for the product's own mails to users.
  account_id text references public.accounts on delete cascade,
  subject text check (subject in ('grant', 'message', 'client_link', 'team_invite')),
  subject_id text check (subject_id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  sent_at timestamptz(3) not null default now(),
  -- When the server accepted it, and the row above says so.
  accepted_at timestamptz(3),
  outcome text check (outcome in ('bounce', 'complaint')),
  outcome_at timestamptz(3),
  -- Whose part of the studio's mail quota the mail counts for.
  part text not null default 'studio' check (part in ('studio', 'clients', 'strangers')),
  network_hash text check (network_hash ~ '^[A-Za-z0-9_-]{22}$'),
  primary key (mail_id, address_hash),
  constraint mail_deliveries_subject_pair check ((subject is null) = (subject_id is null)),
  constraint mail_deliveries_outcome_when check ((outcome is null) = (outcome_at is null))
);
create index mail_deliveries_account on public.mail_deliveries (account_id, sent_at);
create index mail_deliveries_sent on public.mail_deliveries (sent_at);
comment on column public.mail_deliveries.network_hash is 'Hash of the network that caused the mail, with the studio''s id; null for mails of the studio, and where it is unknown.';

-- Addresses that no studio's mail is sent to, because all studios share the sender's reputation.
create table public.mail_suppressions (
  address_hash text primary key check (address_hash ~ '^[\w-]{43}$'),
  reason text not null check (reason in ('bounce', 'complaint')),
  -- The studio whose mail it was: it alone is told the reason. Null once it or its client is erased.
  account_id text references public.accounts on delete set null,
  created_at timestamptz(3) not null default now()
);
create index mail_suppressions_account on public.mail_suppressions (account_id);
create index mail_suppressions_created on public.mail_suppressions (created_at) where reason = 'bounce';

-- Addresses that get no mails of one sender. Those that get none of any studio are in mail_suppressions. Server only.
create table public.mail_refusals (
  id bigint generated by default as identity primary key,
  address_hash text not null check (address_hash ~ '^[\w-]{43}$'),
  -- The studio whose mail it was; null for the product's own mails to users.
  account_id text references public.accounts on delete cascade,
  reason text not null check (reason in ('bounce', 'complaint')),
  created_at timestamptz(3) not null default now(),
  unique nulls not distinct (address_hash, account_id)
);
create index mail_refusals_account on public.mail_refusals (account_id);
create index mail_refusals_created on public.mail_refusals (created_at) where reason = 'bounce';

alter table public.messages enable row level security;
alter table public.message_payments enable row level security;
alter table public.mail_templates enable row level security;
alter table public.sent_notices enable row level security;
alter table public.mail_deliveries enable row level security;
alter table public.mail_suppressions enable row level security;
alter table public.mail_refusals enable row level security;
revoke all on public.messages, public.message_payments, public.mail_templates, public.sent_notices,
  public.mail_deliveries, public.mail_suppressions, public.mail_refusals from anon, authenticated;
