-- Announcements are acts of operators, which every list of studios and the status page look for.
create index operator_events_announcements on public.operator_events (kind, at) where kind in ('announce', 'retract');
