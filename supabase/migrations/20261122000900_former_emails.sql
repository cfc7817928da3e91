-- Addresses under which a client was known before a merge, until that client is erased: the merged row goes after its
-- time in the trash, and invites to its address would be found by nobody. For the server alone.

create table public.former_emails (
  customer_id text not null,
  account_id text not null,
  -- In lower case, as invites are compared.
  email text not null check (length(email) <= 320 and email like '_%@_%' and email = lower(email)),
  since timestamptz(3) not null default now(),
  primary key (customer_id, email),
  constraint former_emails_customer foreign key (account_id, customer_id)
    references public.customers (account_id, id) on delete cascade
);
create index former_emails_customer on public.former_emails (account_id, customer_id);

alter table public.former_emails enable row level security;
revoke all on public.former_emails from anon, authenticated;
