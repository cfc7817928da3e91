-- The booking form of a type asks for a second person, who becomes a contact of a new client.
alter table public.session_types add column asks_second_person boolean not null default false;
