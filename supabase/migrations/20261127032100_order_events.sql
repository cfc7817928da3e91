-- Events of orders for webhooks. The widened checks are validated later, so no row is read here.
alter table public.webhook_endpoints drop constraint webhook_endpoints_events_check;
alter table public.webhook_endpoints add constraint webhook_endpoints_events_check check (
  case when jsonb_typeof(events) = 'array' then
    jsonb_array_length(events) between 1 and 10 and events <@ '["gallery.published", "photos.ready",
      "selection.submitted", "booking.created", "payment.received", "proposal.sent", "proposal.accepted",
      "proposal.declined", "order.placed", "order.withdrawn"]' else false end) not valid;
alter table public.webhook_deliveries drop constraint webhook_deliveries_type_check;
alter table public.webhook_deliveries add constraint webhook_deliveries_type_check check (type in (
  'gallery.published', 'photos.ready', 'selection.submitted', 'booking.created', 'payment.received', 'proposal.sent',
  'proposal.accepted', 'proposal.declined', 'order.placed', 'order.withdrawn', 'webhook.test')) not valid;

-- An order of a session or a proposal has events of its own; another is placed by its first line.
create function public.announce_order() returns trigger language plpgsql set search_path = '' as $$
begin
  if exists (select from public.orders o where o.account_id = new.account_id and o.id = new.order_id
    and o.kind in ('manual', 'gallery')) then
    perform public.request_webhook(new.account_id, 'order.placed', concat('webhook:', gen_random_uuid()),
      jsonb_build_object('orderId', new.order_id));
  end if;
  return null;
end $$;
create trigger order_lines_announce_order after insert on public.order_lines for each row
  when (new.position = 1) execute function public.announce_order();

create function public.announce_withdrawal() returns trigger language plpgsql set search_path = '' as $$
begin
  perform public.request_webhook(new.account_id, 'order.withdrawn', concat('webhook:', gen_random_uuid()),
    jsonb_build_object('orderId', new.id));
  return null;
end $$;
create trigger orders_announce_withdrawal after update of withdrawn_at on public.orders for each row
  when (new.withdrawn_at is not null and new.withdrawn_at is distinct from old.withdrawn_at)
  execute function public.announce_withdrawal();
