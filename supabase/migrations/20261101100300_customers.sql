-- Customers (clients of a studio), and what merging and erasing them needs.
create table public.customers (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  name text not null check (length(btrim(name)) between 1 and 200),
  email text not null default '' check (email = '' or (length(email) <= 320 and email like '_%@_%')),
  phone text not null default '' check (length(phone) <= 40),
  notes text not null default '' check (length(notes) <= 20000),
  -- The language of mails to this customer; null means the studio's.
  language text check (language in ('en', 'es', 'ca')),
  tags jsonb not null default '[]' check (jsonb_typeof(tags) = 'array'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  address text not null default '' check (length(address) <= 1000),
  -- Printed on receipts.
  tax_id text not null default '' check (length(tax_id) <= 60),
  -- When the personal data was erased. The row stays for the payments that tax law keeps, without a name.
  erased_at timestamptz(3),
  -- When the public booking form created the customer. Anybody can type a name and an address there, so mails omit the
  -- name. Null once the client has opened a link that was mailed to the address, or the studio has edited either.
  unconfirmed_since timestamptz(3),
  -- The customer that this one's sessions and galleries were merged into.
  merged_into text,
  unique (account_id, id),
  constraint customers_merged_into_another check (merged_into <> id),
  constraint customers_merged_into foreign key (account_id, merged_into)
    references public.customers (account_id, id) on delete set null (merged_into)
);
create index customers_name on public.customers (account_id, name, id);
create index customers_email on public.customers (account_id, email, id);
create index customers_created on public.customers (account_id, created_at, id);
create index customers_email_lower on public.customers (account_id, lower(email)) where email <> '';
create index customers_merged on public.customers (account_id, merged_into) where merged_into is not null;
create index customers_deleted on public.customers (deleted_at) where deleted_at is not null;
create trigger customers_touch before update on public.customers
  for each row execute function public.touch_updated_at();

-- Replaces a merged customer by the surviving one in a session or gallery that is written during the merge.
create function public.resolve_merged_customer() returns trigger language plpgsql set search_path = '' as $$
declare
  surviving text;
begin
  -- The key share lock waits for a merge in progress, and then reads its result.
  select c.merged_into into surviving from public.customers c
    where c.account_id = new.account_id and c.id = new.customer_id for key share;
  new.customer_id := coalesce(surviving, new.customer_id);
  return new;
end $$;

-- Emails that a customer had before a merge, kept until the customer is erased: the merged row is deleted after its
-- time in the trash, and the erasure must still find invites to its email. Server only.
create table public.previous_emails (
  customer_id text not null,
  account_id text not null,
  -- Lower case, as invites are compared.
  email text not null check (length(email) <= 320 and email like '_%@_%' and email = lower(email)),
  recorded_at timestamptz(3) not null default now(),
  primary key (customer_id, email),
  constraint previous_emails_customer foreign key (account_id, customer_id)
    references public.customers (account_id, id) on delete cascade
);
create index previous_emails_customer on public.previous_emails (account_id, customer_id);

-- Pairs of similar customers that the studio has marked as different people. They are not suggested for a merge again.
create table public.dismissed_duplicates (
  -- The smaller id comes first, so that a pair has one row: `distinctPairs` in core/domain/clients/customers.ts.
  customer_id text not null,
  other_customer_id text not null,
  account_id text not null,
  author_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (customer_id, other_customer_id),
  constraint dismissed_duplicates_differ check (customer_id <> other_customer_id),
  constraint dismissed_duplicates_customer foreign key (account_id, customer_id)
    references public.customers (account_id, id) on delete cascade,
  constraint dismissed_duplicates_other foreign key (account_id, other_customer_id)
    references public.customers (account_id, id) on delete cascade
);
create index dismissed_duplicates_customer on public.dismissed_duplicates (account_id, customer_id);
create index dismissed_duplicates_other on public.dismissed_duplicates (account_id, other_customer_id);

alter table public.customers enable row level security;
alter table public.previous_emails enable row level security;
alter table public.dismissed_duplicates enable row level security;
revoke all on public.customers, public.previous_emails, public.dismissed_duplicates from anon, authenticated;
