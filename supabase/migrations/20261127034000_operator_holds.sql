-- Operators read what is blocked below a studio: addresses and times, no names.
create view operators.holds as
  select account_id, id as gallery_id, null::text as photo_id, held_at from public.galleries where held_at is not null
  union all select account_id, gallery_id, id, held_at from public.photos where held_at is not null;
grant select on operators.holds to albumen_operator;
