-- Announcements are acts of operators, which every list of studios and the status page look for.
-- lock: the table has as many rows as operators act
create index operator_events_announcements on public.operator_events (kind, at) where kind in ('announce', 'retract');
