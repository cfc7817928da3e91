-- Products: packages, services and options with a price, which the studio adds to orders. A line keeps title and price as
-- they were; a changed product changes no order.
-- lock: order_lines has a few short rows per order, so its index is built at once; no row is rewritten or checked.
create table public.products (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  -- Kinds grow with the product.
  kind text not null check (kind ~ '^[a-z]{1,20}$'),
  -- Name and description by language.
  texts jsonb not null check (jsonb_typeof(texts) = 'object'),
  amount integer not null check (amount >= 0), -- minor units, tax included
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (account_id, id)
);
create index products_account on public.products (account_id, created_at, id);
create trigger products_touch before update on public.products
  for each row execute function public.touch_updated_at();

alter table public.order_lines add column product_id text;
alter table public.order_lines add column quantity integer not null default 1;
-- Minor units of one piece. Null for lines that are an amount only.
alter table public.order_lines add column unit_amount integer;
alter table public.order_lines add column discount integer not null default 0;
alter table public.order_lines add constraint order_lines_quantity_check check (quantity between 1 and 999) not valid;
alter table public.order_lines add constraint order_lines_unit_amount_check check (unit_amount >= 0) not valid;
alter table public.order_lines add constraint order_lines_discount_check check (discount >= 0) not valid;
alter table public.order_lines add constraint order_lines_amount check
  (unit_amount is null or amount = quantity::bigint * unit_amount - discount) not valid;
alter table public.order_lines add constraint order_lines_product foreign key (account_id, product_id)
  references public.products (account_id, id) not valid;
create index order_lines_product on public.order_lines (account_id, product_id);

-- Appends a product to an order, as the first line of its source. Call it as append_order_line.
create function public.append_product_line(account text, target text, of_source text, name text, product text,
  pieces integer, unit integer, less integer) returns void language sql set search_path = '' as $$
  insert into public.order_lines (order_id, position, account_id, source, title, amount, product_id, quantity,
      unit_amount, discount)
    select target, coalesce(max(l.position), 0) + 1, account, of_source, name, pieces * unit - less, product, pieces,
      unit, less
    from public.order_lines l where l.account_id = account and l.order_id = target;
$$;

-- Lowers a deposit to a price that has become lower. The deposit of a plan follows the plan.
create function public.fit_deposit(account text, target text) returns void language sql set search_path = '' as $$
  update public.session_billing b set deposit_amount = b.payment_amount
    where b.account_id = account and b.session_id = target and b.deposit_amount > b.payment_amount;
$$;

alter table public.products enable row level security;
revoke all on public.products from anon, authenticated;
grant execute on function public.fit_deposit(text, text),
  public.append_product_line(text, text, text, text, text, integer, integer, integer) to albumen_api;

alter publication zero_studio add table public.products, public.order_lines;
do $$ begin
  if to_regprocedure('zero_0.update_schemas()') is not null then perform zero_0.update_schemas(); end if;
end $$;
