-- Proposals: what a studio offers a client, who chooses, signs and pays. A sent proposal has an order with its id, for
-- its mails; the order has no lines, and charges nothing, until the client accepts. A session that is booked with it has
-- the same id. Lines are rows, so that two members edit without overwriting each other.
--
-- Lock order: the account, the proposal, then as in the migration `orders`.
create table public.proposals (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  -- A template is copied, and never sent.
  is_template boolean not null default false,
  -- Empty, as the message and the lines' texts, after the client was erased.
  title text not null check (length(title) <= 200),
  message text not null default '' check (length(message) <= 4000),
  -- Of a lead who is no client yet, null until it is sent.
  customer_id text,
  lead_id text,
  -- Of the session that acceptance books. Decides who may see the amounts.
  photographer_id uuid,
  session_type_id text,
  -- Null: acceptance books no session.
  date timestamptz(3),
  duration integer not null default 60 check (duration between 1 and 10080), -- minutes
  location text not null default '' check (length(location) <= 1000),
  -- While it is open, nobody else can book the time.
  holds_slot boolean not null default false,
  -- Off the chosen lines: minor units, or a percentage.
  discount_amount integer not null default 0 check (discount_amount >= 0),
  discount_percent integer not null default 0 check (discount_percent between 0 and 100),
  -- Parts of the total with their times, see core/domain/payments/proposals.ts.
  plan jsonb not null default '[]' check (jsonb_typeof(plan) = 'array'),
  contract_template_id text,
  valid_until timestamptz(3),
  -- A proposed one whose time is over has lapsed.
  status text not null default 'draft' check (status in ('draft', 'proposed', 'accepted', 'declined')),
  -- Last sent, first opened since then.
  sent_at timestamptz(3),
  opened_at timestamptz(3),
  -- Accepted or declined.
  decided_at timestamptz(3),
  -- Who accepted, as typed; empty after the client was erased.
  signer_name text not null default '' check (length(signer_name) <= 200),
  -- What the client wrote when declining.
  reason text not null default '' check (length(reason) <= 1000),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (account_id, id),
  constraint proposals_sent_when check (status = 'draft' or not is_template and customer_id is not null
    and sent_at is not null and valid_until is not null),
  constraint proposals_decided_when check ((status in ('accepted', 'declined')) = (decided_at is not null)),
  constraint proposals_customer foreign key (account_id, customer_id) references public.customers (account_id, id),
  constraint proposals_lead foreign key (account_id, lead_id)
    references public.leads (account_id, id) on delete set null (lead_id),
  constraint proposals_photographer foreign key (account_id, photographer_id)
    references public.account_members (account_id, user_id) on delete set null (photographer_id),
  constraint proposals_type foreign key (account_id, session_type_id)
    references public.session_types (account_id, id) on delete set null (session_type_id),
  constraint proposals_contract foreign key (account_id, contract_template_id)
    references public.contract_templates (account_id, id) on delete set null (contract_template_id)
);
create index proposals_created on public.proposals (account_id, is_template, created_at, id);
create index proposals_customer on public.proposals (account_id, customer_id, created_at, id);
create index proposals_lead on public.proposals (account_id, lead_id);
create index proposals_photographer on public.proposals (account_id, photographer_id);
create index proposals_type on public.proposals (account_id, session_type_id);
create index proposals_contract on public.proposals (account_id, contract_template_id);
-- The times that open proposals hold.
create index proposals_held on public.proposals (account_id, date) where holds_slot and status = 'proposed';
create trigger proposals_touch before update on public.proposals
  for each row execute function public.touch_updated_at();
create trigger proposals_resolve_merged_customer before insert or update of customer_id on public.proposals
  for each row execute function public.resolve_merged_customer();

create table public.proposal_lines (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null,
  proposal_id text not null,
  -- Lines are shown by it, then by id.
  position integer not null check (position between 0 and 1000000),
  product_id text,
  title text not null check (length(title) <= 200),
  description text not null default '' check (length(description) <= 2000),
  quantity integer not null default 1 check (quantity between 1 and 999),
  unit_amount integer not null check (unit_amount >= 0), -- minor units of one piece
  choice text not null default 'fixed' check (choice in ('fixed', 'optional', 'one_of')),
  -- Of lines of which the client takes one.
  group_name text not null default '' check (length(group_name) <= 80),
  -- Set when the client accepts.
  is_chosen boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (account_id, id),
  constraint proposal_lines_amount check (quantity::bigint * unit_amount <= 2147483647),
  constraint proposal_lines_proposal foreign key (account_id, proposal_id)
    references public.proposals (account_id, id) on delete cascade,
  constraint proposal_lines_product foreign key (account_id, product_id)
    references public.products (account_id, id) on delete set null (product_id)
);
create index proposal_lines_proposal on public.proposal_lines (account_id, proposal_id, position, id);
create index proposal_lines_product on public.proposal_lines (account_id, product_id);
create trigger proposal_lines_touch before update on public.proposal_lines
  for each row execute function public.touch_updated_at();

-- Links to the page of a proposal, as session_links. Server only.
create table public.proposal_links (
  token_hash text primary key check (length(token_hash) between 43 and 64),
  account_id text not null,
  proposal_id text not null,
  -- The contact who got it: it ends when they are removed. Null for a copied link.
  contact_id text,
  -- The client link that it was made by: it ends with it.
  client_link_id text,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  constraint proposal_links_proposal foreign key (account_id, proposal_id)
    references public.proposals (account_id, id) on delete cascade,
  constraint proposal_links_contact foreign key (account_id, contact_id)
    references public.customer_contacts (account_id, id) on delete cascade,
  constraint proposal_links_client_link foreign key (account_id, client_link_id)
    references public.client_links (account_id, id) on delete cascade
);
create index proposal_links_proposal on public.proposal_links (account_id, proposal_id);
create index proposal_links_contact on public.proposal_links (account_id, contact_id) where contact_id is not null;
create index proposal_links_client_link on public.proposal_links (account_id, client_link_id)
  where client_link_id is not null;
create index proposal_links_expires on public.proposal_links (expires_at);

-- What a client agreed to: the text as it was read, its hash, and from where. Server only.
create table public.proposal_agreements (
  proposal_id text primary key,
  account_id text not null,
  agreed_text text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  at timestamptz(3) not null,
  ip text not null default '' check (length(ip) <= 64),
  user_agent text not null default '' check (length(user_agent) <= 500),
  constraint proposal_agreements_proposal foreign key (account_id, proposal_id)
    references public.proposals (account_id, id) on delete cascade
);
create index proposal_agreements_proposal on public.proposal_agreements (account_id, proposal_id);

-- A deleted proposal takes its order along, unless something was charged.
create function public.remove_unplaced_order() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from public.orders o where o.account_id = old.account_id and o.id = old.id and o.kind = 'proposal'
    and o.status = 'proposed';
  return null;
end $$;
create trigger proposals_remove_order after delete on public.proposals
  for each row execute function public.remove_unplaced_order();

alter table public.proposals enable row level security;
alter table public.proposal_lines enable row level security;
alter table public.proposal_links enable row level security;
alter table public.proposal_agreements enable row level security;
revoke all on public.proposals, public.proposal_lines, public.proposal_links, public.proposal_agreements
  from anon, authenticated;

alter publication zero_studio add table public.proposals, public.proposal_lines;
do $$ begin
  if to_regprocedure('zero_0.update_schemas()') is not null then perform zero_0.update_schemas(); end if;
end $$;
