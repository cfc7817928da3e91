-- The people of a client: a couple, a company's office and its bookkeeper. The first one has the address and the phone
-- number that `customers` shows, which code of the release before goes on reading and writing.
create table public.customer_contacts (
  -- The first contact of a new client has the client's id.
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null,
  customer_id text not null,
  author_id uuid not null,
  -- The first contact has the lowest.
  position integer not null default 0,
  -- Empty: the client's name.
  name text not null default '' check (length(name) <= 200),
  email text not null default '' check (email = '' or (length(email) <= 320 and email like '_%@_%')),
  phone text not null default '' check (length(phone) <= 40),
  -- The language of mails to this person; null means the client's.
  language text check (language in ('en', 'es', 'ca')),
  -- What mails this person gets, and what they may do on the client's page.
  receives boolean not null default true,
  chooses boolean not null default true,
  signs boolean not null default false,
  pays boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (account_id, id),
  constraint customer_contacts_customer foreign key (account_id, customer_id)
    references public.customers (account_id, id) on delete cascade
);
create index customer_contacts_customer on public.customer_contacts (account_id, customer_id, position, id);
create index customer_contacts_email on public.customer_contacts (account_id, lower(email)) where email <> '';
create trigger customer_contacts_touch before update on public.customer_contacts
  for each row execute function public.touch_updated_at();

alter table public.customer_contacts enable row level security;
revoke all on public.customer_contacts from anon, authenticated;

insert into public.customer_contacts
  (id, account_id, customer_id, author_id, email, phone, signs, pays, created_at, updated_at)
  select c.id, c.account_id, c.id, c.author_id, c.email, c.phone, true, true, c.created_at, c.updated_at
  from public.customers c;

-- Gives a new client its first contact.
create function public.start_customer_contact() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.customer_contacts
    (id, account_id, customer_id, author_id, email, phone, signs, pays, created_at, updated_at)
    values (new.id, new.account_id, new.id, new.author_id, new.email, new.phone, true, true, new.created_at,
      new.updated_at);
  return null;
end $$;
create trigger customers_start_contact after insert on public.customers
  for each row execute function public.start_customer_contact();

-- Copies a client's address and phone number to the first contact. An erased client keeps an empty one alone.
create function public.copy_to_first_contact() returns trigger language plpgsql set search_path = '' as $$
declare
  first_id text;
begin
  select p.id into first_id from public.customer_contacts p
    where p.account_id = new.account_id and p.customer_id = new.id order by p.position, p.id limit 1;
  if new.erased_at is not null then
    delete from public.customer_contacts p
      where p.account_id = new.account_id and p.customer_id = new.id and p.id <> first_id;
    update public.customer_contacts p set name = '', email = '', phone = '', language = null where p.id = first_id;
  else
    update public.customer_contacts p set email = new.email, phone = new.phone
      where p.id = first_id and (p.email, p.phone) is distinct from (new.email, new.phone);
  end if;
  return null;
end $$;
create trigger customers_copy_to_contact after update on public.customers
  for each row when ((old.email, old.phone, old.erased_at) is distinct from (new.email, new.phone, new.erased_at))
  execute function public.copy_to_first_contact();

-- Copies the address and the phone number of a client's first contact to the client.
create function public.copy_first_contact() returns trigger language plpgsql set search_path = '' as $$
declare
  of_account text := case tg_op when 'DELETE' then old.account_id else new.account_id end;
  of_customer text := case tg_op when 'DELETE' then old.customer_id else new.customer_id end;
begin
  update public.customers c set email = f.email, phone = f.phone
    from (select p.email, p.phone from public.customer_contacts p
      where p.account_id = of_account and p.customer_id = of_customer order by p.position, p.id limit 1) f
    where c.account_id = of_account and c.id = of_customer and (c.email, c.phone) is distinct from (f.email, f.phone);
  return null;
end $$;
create trigger customer_contacts_copy after insert or delete or update of email, phone, position
  on public.customer_contacts for each row execute function public.copy_first_contact();

grant execute on function public.start_customer_contact(), public.copy_to_first_contact(), public.copy_first_contact()
  to albumen_api;

alter publication zero_studio add table public.customer_contacts;
do $$ begin
  if to_regprocedure('zero_0.update_schemas()') is not null then perform zero_0.update_schemas(); end if;
end $$;
