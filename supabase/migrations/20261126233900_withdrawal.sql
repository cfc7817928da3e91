-- The right to withdraw from an order that a consumer has placed on a page (core/domain/payments/withdrawal.ts). Lines keep
-- what the right was for their product.
alter table public.products add column withdrawal text not null default 'service';
alter table public.products add constraint products_withdrawal_check
  check (withdrawal in ('service', 'made_to_order', 'digital', 'returnable')) not valid;
alter table public.order_lines add column withdrawal text;
comment on column public.order_lines.withdrawal is 'As the product had it. Null: a service.';
alter table public.order_lines add constraint order_lines_withdrawal_check
  check (withdrawal in ('service', 'made_to_order', 'digital', 'returnable')) not valid;

alter table public.orders add column withdrawn_at timestamptz(3);
comment on column public.orders.withdrawn_at is 'When the client declared the withdrawal.';
alter table public.orders add column withdrawn_name text not null default '';
comment on column public.orders.withdrawn_name is 'Who declared it, as typed; empty after the client was erased.';
alter table public.orders add column withdrawn_sources jsonb;
comment on column public.orders.withdrawn_sources is 'Sources of the lines that it covers.';
alter table public.orders add column withdrawal_settled_at timestamptz(3);
comment on column public.orders.withdrawal_settled_at is 'When the studio had dealt with it.';
alter table public.orders add constraint orders_withdrawal check (
  (withdrawn_at is null) = (withdrawn_sources is null)
  and (withdrawn_at is not null or withdrawal_settled_at is null)) not valid;
alter table public.orders add constraint orders_withdrawn_name_check check (length(withdrawn_name) <= 120) not valid;
alter table public.orders add constraint orders_withdrawn_sources_check
  check (jsonb_typeof(withdrawn_sources) = 'array') not valid;

create or replace function public.append_product_line(account text, target text, of_source text, name text, product text,
  pieces integer, unit integer, less integer) returns void language sql set search_path = '' as $$
  insert into public.order_lines (order_id, position, account_id, source, title, amount, product_id, quantity,
      unit_amount, discount, withdrawal)
    select target, coalesce(max(l.position), 0) + 1, account, of_source, name, pieces * unit - less, product, pieces,
      unit, less, (select p.withdrawal from public.products p where p.account_id = account and p.id = product)
    from public.order_lines l where l.account_id = account and l.order_id = target;
$$;
