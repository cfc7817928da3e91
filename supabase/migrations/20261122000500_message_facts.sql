-- What mails must know beside what the studio sees of them; for the server alone.

-- A receipt's payment: assistants see messages, and nothing of money.
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

-- What is told once and never again, whatever becomes of the mail: `session:<id>:<its time>`, `day:2026-11-22`.
create table public.given_notices (
  account_id text not null references public.accounts on delete cascade,
  about text not null check (length(about) between 1 and 100),
  at timestamptz(3) not null default now(),
  primary key (account_id, about)
);
create index given_notices_at on public.given_notices (at);

alter table public.message_payments enable row level security;
alter table public.given_notices enable row level security;
revoke all on public.message_payments, public.given_notices from anon, authenticated;
