-- lock: contracts and session links are few, a few thousand for a large studio; both checks read them in milliseconds.
-- A contract that a booking needs and whose text lacks something is a draft until the studio completes it.
alter table public.contracts
  drop constraint contracts_status_check,
  add constraint contracts_status_check check (status in ('draft', 'sent', 'signed', 'withdrawn'));

-- The address typed in the booking form, for the contract that is signed by its link. As with `client_name`, it is shown
-- instead of the customer's.
alter table public.session_links
  add column client_address text not null default '' check (length(client_address) <= 1000);
