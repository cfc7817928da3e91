-- Moves the instalments that are not paid by as many days as the session was moved, if its plan does: each stays the end
-- of a day, whatever the hour to which the session moves, and when clocks change.
create or replace function public.move_instalments() returns trigger language plpgsql set search_path = '' as $$
declare zone text := (select a.time_zone from public.accounts a where a.id = new.account_id);
begin
  update public.order_instalments i
    set due_at = ((i.due_at at time zone zone)
      + make_interval(days => (new.date at time zone zone)::date - (old.date at time zone zone)::date)) at time zone zone
    from (
      select p.position, sum(p.amount) over (order by p.position) > t.paid as is_open
      from public.order_instalments p join public.order_totals t on t.order_id = p.order_id
        join public.orders o on o.id = p.order_id
      where p.account_id = new.account_id and p.order_id = new.id and o.plan_moves) f
    where i.account_id = new.account_id and i.order_id = new.id and i.position = f.position and f.is_open;
  if found then perform public.copy_plan_to_billing(new.account_id, new.id); end if;
  return null;
end $$;
