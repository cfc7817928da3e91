-- Events of proposals for webhooks. The widened checks are validated later, so no row is read here.
alter table public.webhook_endpoints drop constraint webhook_endpoints_events_check;
alter table public.webhook_endpoints add constraint webhook_endpoints_events_check check (
  case when jsonb_typeof(events) = 'array' then
    jsonb_array_length(events) between 1 and 8 and events <@ '["gallery.published", "photos.ready",
      "selection.submitted", "booking.created", "payment.received", "proposal.sent", "proposal.accepted",
      "proposal.declined"]' else false end) not valid;
alter table public.webhook_deliveries drop constraint webhook_deliveries_type_check;
alter table public.webhook_deliveries add constraint webhook_deliveries_type_check check (type in (
  'gallery.published', 'photos.ready', 'selection.submitted', 'booking.created', 'payment.received', 'proposal.sent',
  'proposal.accepted', 'proposal.declined', 'webhook.test')) not valid;

create function public.announce_proposal() returns trigger language plpgsql set search_path = '' as $$
begin
  perform public.request_webhook(new.account_id,
    'proposal.' || case new.status when 'proposed' then 'sent' else new.status end,
    concat('webhook:', gen_random_uuid()), jsonb_build_object('proposalId', new.id));
  return null;
end $$;
create trigger proposals_announce after update of status on public.proposals for each row
  when (old.status <> new.status and new.status <> 'draft') execute function public.announce_proposal();
