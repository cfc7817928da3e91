-- What a session without a type was called often names its client: that leaves a receipt with them.
drop trigger receipts_keep on public.receipts;
create trigger receipts_keep before update on public.receipts
  for each row when (
    (old.payment_id, old.account_id, old.number, old.issued_at, (old.data - 'client') #- '{session,name}')
    is distinct from
    (new.payment_id, new.account_id, new.number, new.issued_at, (new.data - 'client') #- '{session,name}'))
  execute function public.keep_receipt_data();
