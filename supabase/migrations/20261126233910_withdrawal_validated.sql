-- Validates the constraints of the migration before: without a lock that writes wait for.
alter table public.products validate constraint products_withdrawal_check;
alter table public.order_lines validate constraint order_lines_withdrawal_check;
alter table public.orders validate constraint orders_withdrawal;
alter table public.orders validate constraint orders_withdrawn_name_check;
alter table public.orders validate constraint orders_withdrawn_sources_check;
