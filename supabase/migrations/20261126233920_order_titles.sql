-- Names an order by what it charges, in the order of its lines: an order that a member enters has no session and often no
-- gallery.
create function public.order_title(account text, target text) returns text language sql stable set search_path = '' as $$
  select coalesce(string_agg(l.title, ', ' order by l.position), '') from public.order_lines l
    where l.account_id = account and l.order_id = target and not l.is_correction and l.title <> ''
      and (select sum(c.amount) from public.order_lines c where c.order_id = target and c.source = l.source) <> 0;
$$;
grant execute on function public.order_title(text, text) to albumen_api;
