-- Validates the checks of the migration before: without a lock that writes wait for.
alter table public.webhook_endpoints validate constraint webhook_endpoints_events_check;
alter table public.webhook_deliveries validate constraint webhook_deliveries_type_check;
