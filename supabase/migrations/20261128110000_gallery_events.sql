-- Until this time photos appear in an open gallery as they become ready.
alter table public.galleries add column event_until timestamptz(3);
comment on column public.galleries.event_until is 'End of the gallery''s event: until then visitors'' pages show new photos by themselves. Null: none.';
