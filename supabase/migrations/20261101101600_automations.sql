-- Automations: steps of a session type relative to the booking, the shoot or the delivery of its sessions.
create table public.automation_steps (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  session_type_id text not null,
  position integer not null default 0 check (position between 0 and 1000),
  anchor text not null check (anchor in ('booked', 'shoot', 'delivered')),
  offset_unit text not null check (offset_unit in ('days', 'hours')),
  -- Negative: before the shoot.
  offset_amount integer not null,
  -- Minutes since midnight in the studio's zone, for days.
  time_of_day integer not null default 600 check (time_of_day between 0 and 1439),
  kind text not null check (kind in ('mail', 'questionnaire', 'balance', 'checklist')),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  -- When it was added or its time changed.
  active_from timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  unique (account_id, id),
  constraint automation_steps_type foreign key (account_id, session_type_id)
    references public.session_types (account_id, id) on delete cascade,
  constraint automation_steps_offset_within check (
    abs(offset_amount) <= case offset_unit when 'days' then 730 else 168 end),
  constraint automation_steps_not_before check (
    anchor = 'shoot' or offset_amount >= case offset_unit when 'days' then 1 else 0 end)
);
create index automation_steps_type on public.automation_steps (account_id, session_type_id, position, id);
-- For the job, which looks for due steps of all accounts.
create index automation_steps_anchor on public.automation_steps (anchor, account_id) where deleted_at is null;
create trigger automation_steps_touch before update on public.automation_steps
  for each row execute function public.touch_updated_at();
comment on column public.automation_steps.settings is 'Of a mail: texts by language; of a questionnaire: its template; of a checklist item: its text.';
comment on column public.automation_steps.active_from is 'Earlier due times are not made up for.';
comment on column public.automation_steps.deleted_at is 'A deleted step stays for the history of its runs.';

-- What became of a step for a session. The primary key keeps a step from being carried out twice.
create table public.automation_runs (
  session_id text not null,
  step_id text not null,
  account_id text not null references public.accounts on delete cascade,
  kind text not null check (kind in ('mail', 'questionnaire', 'balance', 'checklist')),
  status text not null check (status in ('done', 'skipped', 'failed')),
  reason text check (reason ~ '^[a-z_]{2,60}$'),
  due_at timestamptz(3),
  at timestamptz(3) not null default now(),
  -- The member who skipped it or had it done at once; null: the job.
  actor_id uuid,
  message_id text,
  primary key (session_id, step_id),
  constraint automation_runs_session foreign key (account_id, session_id)
    references public.sessions (account_id, id) on delete cascade,
  constraint automation_runs_step foreign key (account_id, step_id)
    references public.automation_steps (account_id, id) on delete cascade,
  constraint automation_runs_message foreign key (account_id, message_id)
    references public.messages (account_id, id) on delete set null (message_id)
);
create index automation_runs_session on public.automation_runs (account_id, session_id, at, step_id);
create index automation_runs_step on public.automation_runs (account_id, step_id);
create index automation_runs_message on public.automation_runs (account_id, message_id);
comment on table public.automation_runs is 'Without a row a step is planned: its time follows from the step and the session.';

alter table public.automation_steps enable row level security;
alter table public.automation_runs enable row level security;
revoke all on public.automation_steps, public.automation_runs from anon, authenticated;
