-- Validates the constraints of the three migrations before: without a lock that writes wait for.
alter table public.payments validate constraint payments_purpose_check;
alter table public.checkouts validate constraint checkouts_purpose_check;
alter table public.security_events validate constraint security_events_kind_check;
alter table public.order_lines validate constraint order_lines_quantity_check;
alter table public.order_lines validate constraint order_lines_unit_amount_check;
alter table public.order_lines validate constraint order_lines_discount_check;
alter table public.order_lines validate constraint order_lines_amount;
alter table public.order_lines validate constraint order_lines_product;
