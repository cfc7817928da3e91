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

alter table public.leads enable row level security;
revoke all on public.leads from anon, authenticated;

alter publication zero_studio add table public.leads;
do $$ begin
  if to_regprocedure('zero_0.update_schemas()') is not null then perform zero_0.update_schemas(); end if;
end $$;
