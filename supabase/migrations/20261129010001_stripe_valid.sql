-- Validated in a file of its own, because the scans would hold up the previous file's locks.
alter table public.payments validate constraint payments_stripe_id_check;
alter table public.payments validate constraint payments_dispute_check;
alter table public.session_types validate constraint session_types_online_payment_check;
