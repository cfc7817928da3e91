-- The network of a guest's first browser, so that a flood from a few networks makes room for guests from others.
-- Here and not on the person: this table is not synced, and its rows are deleted with the person's data.
alter table public.visitor_people add column network_hash text;
alter table public.visitor_people add constraint visitor_people_network_hash_check
  check (network_hash ~ '^[A-Za-z0-9_-]{22}$') not valid;
comment on column public.visitor_people.network_hash is 'Hash of the network that the browser first acted from, with the gallery''s id; null for browsers from before it was stored.';
