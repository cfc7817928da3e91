-- What a receipt said when it was made. Only the client leaves it, when they ask to be forgotten.
create function public.keep_receipt_data() returns trigger language plpgsql set search_path = '' as $$
begin
  raise check_violation using message = 'a receipt stays what it is', constraint = 'receipts_are_final';
end $$;
create trigger receipts_keep before update on public.receipts
  for each row when ((old.payment_id, old.account_id, old.number, old.issued_at, old.data - 'client')
    is distinct from (new.payment_id, new.account_id, new.number, new.issued_at, new.data - 'client'))
  execute function public.keep_receipt_data();
