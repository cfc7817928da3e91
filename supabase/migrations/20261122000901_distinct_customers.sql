-- Clients who are alike and not the same: a pair that was looked at once is not proposed again.

create table public.distinct_customers (
  -- The smaller id first, so that a pair stands here once: `distinctPairs` in core/domain/customers.ts.
  customer_id text not null,
  other_id text not null,
  account_id text not null,
  author_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (customer_id, other_id),
  constraint distinct_customers_two check (customer_id <> other_id),
  constraint distinct_customers_customer foreign key (account_id, customer_id)
    references public.customers (account_id, id) on delete cascade,
  constraint distinct_customers_other foreign key (account_id, other_id)
    references public.customers (account_id, id) on delete cascade
);
create index distinct_customers_customer on public.distinct_customers (account_id, customer_id);
create index distinct_customers_other on public.distinct_customers (account_id, other_id);

alter table public.distinct_customers enable row level security;
revoke all on public.distinct_customers from anon, authenticated;

alter publication zero_studio add table public.distinct_customers;
do $$ begin
  if to_regprocedure('zero_0.update_schemas()') is not null then perform zero_0.update_schemas(); end if;
end $$;
