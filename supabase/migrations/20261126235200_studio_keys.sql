-- A row filter of a publication may read columns of the replica identity only. So each published table needs a key with
-- the studio in it, for the filters of the next file.
-- contract: each key has the primary key in it, so it refuses no row that was allowed, since 20261126232500
alter table public.account_exports add unique (account_id, id);
alter table public.automation_runs add unique (account_id, session_id, step_id);
alter table public.customer_balances add unique (account_id, customer_id, photographer);
alter table public.customer_stats add unique (account_id, customer_id);
alter table public.dismissed_duplicates add unique (account_id, customer_id, other_customer_id);
alter table public.gallery_stats add unique (account_id, gallery_id);
alter table public.guest_photos add unique (account_id, photo_id);
alter table public.guest_upload_links add unique (account_id, gallery_id);
alter table public.list_people add unique (account_id, list_id, person_id);
alter table public.order_instalments add unique (account_id, order_id, position);
alter table public.order_lines add unique (account_id, order_id, position);
alter table public.order_totals add unique (account_id, order_id);
alter table public.photo_replacements add unique (account_id, photo_id);
alter table public.photo_stats add unique (account_id, photo_id);
alter table public.pick_list_prices add unique (account_id, list_id);
alter table public.pick_round_charges add unique (account_id, list_id, round);
alter table public.picks add unique (account_id, list_id, photo_id, person_id);
alter table public.security_events add unique (account_id, id);
alter table public.session_billing add unique (account_id, session_id);
alter table public.session_events add unique (account_id, id);
alter table public.session_type_prices add unique (account_id, session_type_id);
alter table public.site_photo_permissions add unique (account_id, photo_id);
alter table public.team_invites add unique (account_id, id);
