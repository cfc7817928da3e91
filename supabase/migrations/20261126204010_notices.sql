-- Notices of content that somebody considers illegal (Regulation (EU) 2022/2065, art. 16), and what was decided. Server only.
create table public.notices (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  kind text not null check (kind ~ '^[a-z_]{1,30}$'),
  explanation text not null check (length(explanation) between 1 and 5000),
  urls jsonb not null check (jsonb_typeof(urls) = 'array'),
  -- Empty for an unnamed notice of the abuse of a child.
  name text not null default '' check (length(name) <= 120),
  email text not null default '' check (length(email) <= 320),
  language text not null check (language in ('en', 'es', 'ca')),
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  decision text check (decision ~ '^[a-z_]{1,30}$'),
  -- The reasons, for who sent the notice.
  statement text not null default '' check (length(statement) <= 2000)
);
create index notices_open on public.notices (created_at) where decided_at is null;
create index notices_decided on public.notices (decided_at) where decided_at is not null;
alter table public.notices enable row level security;
revoke all on public.notices from anon, authenticated;

create view operators.notices as
  select id, kind, explanation, urls, name, email, language, created_at, decided_at, decision, statement
  from public.notices;
grant select on operators.notices to albumen_operator;
