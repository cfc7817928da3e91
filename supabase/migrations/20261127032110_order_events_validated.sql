-- Validates the checks of events without a lock that stops writes.
alter table public.webhook_endpoints validate constraint webhook_endpoints_events_check;
alter table public.webhook_deliveries validate constraint webhook_deliveries_type_check;
