-- What a person who signs in has agreed to, or refused: one row for each purpose, the latest decision. Of a user, not of
-- a studio; deleted with the sign-in.
create table public.user_consents (
  user_id uuid not null,
  purpose text not null check (purpose in ('analytics')),
  -- The version of the text that was shown (core/domain/studio/consents.ts): a newer one asks again.
  version integer not null check (version > 0),
  granted boolean not null,
  decided_at timestamptz(3) not null default now(),
  primary key (user_id, purpose)
);
alter table public.user_consents enable row level security;
revoke all on public.user_consents from anon, authenticated;
