-- Session types with their contracts and questionnaires, locations and plans (recurring availability). Prices are in a
-- table of their own: Zero syncs whole rows, and assistants see no amounts.

-- Templates of what clients sign and answer.
create table public.contract_templates (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  name text not null check (length(btrim(name)) between 1 and 120),
  texts jsonb not null default '{}' check (jsonb_typeof(texts) = 'object'),
  needs_countersignature boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  unique (account_id, id)
);
create index contract_templates_name on public.contract_templates (account_id, name, id);
create trigger contract_templates_touch before update on public.contract_templates
  for each row execute function public.touch_updated_at();
comment on column public.contract_templates.texts is 'Title and text per language: core/domain/contracts/contracts.ts.';

create table public.questionnaire_templates (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  name text not null check (length(btrim(name)) between 1 and 120),
  texts jsonb not null default '{}' check (jsonb_typeof(texts) = 'object'),
  questions jsonb not null default '[]' check (jsonb_typeof(questions) = 'array'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  unique (account_id, id)
);
create index questionnaire_templates_name on public.questionnaire_templates (account_id, name, id);
create trigger questionnaire_templates_touch before update on public.questionnaire_templates
  for each row execute function public.touch_updated_at();
comment on column public.questionnaire_templates.questions is 'core/domain/contracts/questionnaires.ts.';

create table public.locations (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  name text not null check (length(btrim(name)) between 1 and 200),
  address text not null default '' check (length(address) <= 1000),
  notes text not null default '' check (length(notes) <= 20000),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (account_id, id)
);
create index locations_name on public.locations (account_id, name, id);
create trigger locations_touch before update on public.locations
  for each row execute function public.touch_updated_at();

create table public.session_types (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  photographer_id uuid,
  name text not null check (length(btrim(name)) between 1 and 200),
  description text not null default '' check (length(description) <= 10000),
  duration integer not null default 60 check (duration between 1 and 10080), -- minutes
  max_clients integer not null default 1 check (max_clients between 1 and 1000),
  color text not null default '#000000' check (color ~ '^#[0-9A-Fa-f]{6}$'),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Offered on the public booking page.
  is_bookable boolean not null default false,
  -- A booking starts as an inquiry, which the studio confirms or declines.
  requires_approval boolean not null default false,
  archived_at timestamptz(3),
  online_payment text not null default 'none' check (online_payment in ('none', 'deposit', 'full')),
  -- What a booking must sign before it counts as confirmed, and what it is asked.
  contract_template_id text,
  questionnaire_template_id text,
  automations_paused boolean not null default false,
  unique (account_id, id),
  constraint session_types_photographer foreign key (account_id, photographer_id)
    references public.account_members (account_id, user_id) on delete set null (photographer_id),
  constraint session_types_contract foreign key (account_id, contract_template_id)
    references public.contract_templates (account_id, id) on delete set null (contract_template_id),
  constraint session_types_questionnaire foreign key (account_id, questionnaire_template_id)
    references public.questionnaire_templates (account_id, id) on delete set null (questionnaire_template_id)
);
create index session_types_name on public.session_types (account_id, name, id);
create index session_types_photographer on public.session_types (account_id, photographer_id);
create index session_types_contract on public.session_types (account_id, contract_template_id);
create index session_types_questionnaire on public.session_types (account_id, questionnaire_template_id);
create trigger session_types_touch before update on public.session_types
  for each row execute function public.touch_updated_at();
comment on column public.session_types.online_payment is 'What a client pays by card to book; nothing while the studio''s account takes no payments.';

create table public.session_type_prices (
  session_type_id text primary key,
  account_id text not null,
  author_id uuid not null,
  -- Minor units of the account's currency. The deposit is due at the booking and part of the price.
  price integer not null check (price >= 0),
  deposit integer not null default 0 check (deposit >= 0),
  constraint session_type_prices_type foreign key (account_id, session_type_id)
    references public.session_types (account_id, id) on delete cascade,
  constraint session_type_prices_deposit_within check (deposit <= greatest(price, 0))
);
create index session_type_prices_account on public.session_type_prices (account_id, price, session_type_id);

create table public.schedule_plans (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  session_type_id text not null,
  name text not null check (length(btrim(name)) between 1 and 200),
  start_date timestamptz(3) not null,
  end_date timestamptz(3),
  days_of_week jsonb not null default '[]' check (jsonb_typeof(days_of_week) = 'array'),
  time_slots jsonb not null default '[]' check (jsonb_typeof(time_slots) = 'array'),
  location text not null default '' check (length(location) <= 1000),
  max_bookings_per_day integer not null default 1 check (max_bookings_per_day between 1 and 1000),
  buffer_time integer not null default 0 check (buffer_time between 0 and 1440), -- minutes
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  location_id text,
  unique (account_id, id),
  constraint schedule_plans_type foreign key (account_id, session_type_id)
    references public.session_types (account_id, id) on delete cascade,
  constraint schedule_plans_location foreign key (account_id, location_id)
    references public.locations (account_id, id) on delete set null (location_id),
  constraint schedule_plans_end_after_start check (end_date >= start_date)
);
create index schedule_plans_start on public.schedule_plans (account_id, start_date, id);
create index schedule_plans_type on public.schedule_plans (account_id, session_type_id);
create index schedule_plans_location on public.schedule_plans (account_id, location_id);
create trigger schedule_plans_touch before update on public.schedule_plans
  for each row execute function public.touch_updated_at();

alter table public.contract_templates enable row level security;
alter table public.questionnaire_templates enable row level security;
alter table public.locations enable row level security;
alter table public.session_types enable row level security;
alter table public.session_type_prices enable row level security;
alter table public.schedule_plans enable row level security;
revoke all on public.contract_templates, public.questionnaire_templates, public.locations, public.session_types,
  public.session_type_prices, public.schedule_plans from anon, authenticated;
