-- A refund may fail after it succeeded: its receipt is cancelled, and stays in the books with its number.
alter table public.receipts add column cancelled_at timestamptz(3);
comment on column public.receipts.cancelled_at is 'When Stripe reported that the refund failed. Only receipts of refunds are ever cancelled.';

create trigger receipts_forbid_uncancel before update on public.receipts
  for each row when (old.cancelled_at is not null and old.cancelled_at is distinct from new.cancelled_at)
  execute function public.forbid_receipt_data_change();
