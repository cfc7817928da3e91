-- What the run of every few minutes looks for over all studios: sessions that come, and mails that wait.

-- lock: no release holds rows yet.
create index sessions_coming on public.sessions (date, id)
  where status in ('scheduled', 'confirmed') and deleted_at is null;
-- lock: no release holds rows yet.
create index messages_waiting on public.messages (due_at) where status = 'waiting';
