-- Mails to clients and their templates.
create table public.messages (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  kind text not null check (kind in ('booking_received', 'booking_confirmed', 'booking_declined',
    'session_rescheduled', 'session_cancelled', 'session_reminder', 'receipt')),
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
  kind text not null check (kind in ('booking_received', 'booking_confirmed', 'booking_declined',
    'session_rescheduled', 'session_cancelled', 'session_reminder', 'receipt')),
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

alter table public.messages enable row level security;
alter table public.message_payments enable row level security;
alter table public.mail_templates enable row level security;
alter table public.sent_notices enable row level security;
revoke all on public.messages, public.message_payments, public.mail_templates, public.sent_notices
  from anon, authenticated;
