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
  mail_error text check (mail_error in ('mail_refused', 'mail_failed')),
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

-- The grant of a client without an e-mail address, made when they open their gallery by a client link.
alter table public.grants add column customer_id text;
comment on column public.grants.customer_id is 'The client whose grant this is, if they had no e-mail address.';
alter table public.grants add constraint grants_customer foreign key (account_id, customer_id)
  references public.customers (account_id, id) on delete cascade not valid;
alter table public.grants drop constraint grants_email_check;
alter table public.grants add constraint grants_email_check
  check ((length(email) <= 320 and email like '_%@_%')
    or (email = '' and (status = 'revoked' or customer_id is not null))) not valid;
-- lock: the column is new, so the index is empty and built within a second
create index grants_customer on public.grants (account_id, customer_id) where customer_id is not null;
create trigger grants_resolve_merged_customer before insert or update of customer_id on public.grants
  for each row when (new.customer_id is not null) execute function public.resolve_merged_customer();

alter table public.client_links enable row level security;
alter table public.client_link_tokens enable row level security;
alter table public.client_link_galleries enable row level security;
revoke all on public.client_links, public.client_link_tokens, public.client_link_galleries from anon, authenticated;

alter publication zero_studio add table public.client_links;
do $$ begin
  if to_regprocedure('zero_0.update_schemas()') is not null then perform zero_0.update_schemas(); end if;
end $$;
