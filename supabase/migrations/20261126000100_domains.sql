-- A studio's own domain. It replaces cms_settings.custom_domain, which nothing writes: a name counts as somebody's only
-- once it is proven, so it cannot be unique before.
create table public.domains (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  -- ASCII and lower case, as in core/domain/site/domains.ts.
  hostname text not null check (length(hostname) <= 253
    and hostname ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{2,59})$'),
  proof text default replace(gen_random_uuid()::text, '-', '') check (proof ~ '^[0-9a-f]{32}$'),
  status text not null default 'draft' check (status in
    ('draft', 'awaiting_dns', 'verified', 'issuing', 'live', 'failed', 'lost', 'removed')),
  failure_reason text check (failure_reason in
    ('txt_missing', 'wrong_target', 'proxied', 'caa', 'stale_aaaa', 'taken')),
  found jsonb not null default '[]' check (jsonb_typeof(found) = 'array' and length(found::text) <= 4000),
  tenant_id text check (length(tenant_id) between 1 and 128),
  proven_at timestamptz(3),
  live_at timestamptz(3),
  lost_at timestamptz(3),
  removed_at timestamptz(3),
  requested_at timestamptz(3) not null default now(),
  checked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (account_id, id),
  constraint domains_reason_of_failure check ((status = 'failed') = (failure_reason is not null)),
  constraint domains_removed_when check ((status = 'removed') = (removed_at is not null)),
  constraint domains_lost_when check ((status = 'lost') = (lost_at is not null))
);
-- One domain of a studio; and of all studios, the first that proved a name has it.
create unique index domains_one on public.domains (account_id) where status <> 'removed';
create unique index domains_owner on public.domains (hostname) where proven_at is not null and status <> 'removed';
create index domains_list on public.domains (account_id, created_at, id);
create trigger domains_touch before update on public.domains for each row execute function public.touch_updated_at();

comment on table public.domains is 'Own domains of studios: rules in core/domain/site/domains.ts, job in functions/domains.';
comment on column public.domains.proof is
  'Value of the TXT record that proves control. Made here, never by a client: DNS is public, and a chosen value could be another studio''s.';
comment on column public.domains.found is 'What DNS answers instead of what is needed: values of the record to change.';
comment on column public.domains.tenant_id is 'The CloudFront distribution tenant, until it is deleted.';
comment on column public.domains.requested_at is 'The latest request for a check; later than checked_at while it runs.';
comment on column public.cms_settings.custom_domain is 'Unused: public.domains has the domain. Dropped by a later contract.';

alter table public.domains enable row level security;
revoke all on public.domains from anon, authenticated;

-- Without tenant_id, which no client needs.
alter publication zero_studio add table public.domains (
  id, account_id, author_id, hostname, proof, status, failure_reason, found, proven_at, live_at, lost_at, removed_at,
  requested_at, checked_at, created_at, updated_at
);
do $$ begin
  if to_regprocedure('zero_0.update_schemas()') is not null then perform zero_0.update_schemas(); end if;
end $$;
