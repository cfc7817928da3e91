-- What the public booking must know beside the rows of the studio's week; for the server alone.

alter table public.slot_holds
  -- Which network holds it, as a hash with the studio's id: one visitor is not to hold a whole calendar.
  add column holder text not null default '' check (length(holder) <= 64);

alter table public.session_links
  -- As whom the holder of this link booked. Who a client is to the studio is told to nobody who only typed an address:
  -- the links of mails have none, and go to the client's own.
  add column client_name text check (length(client_name) between 1 and 120);

-- lock: clients of a studio are thousands at the most.
create index customers_email_folded on public.customers (account_id, lower(email)) where email <> '';
