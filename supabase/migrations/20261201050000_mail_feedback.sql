-- Mails that were handed to the mail server, and addresses that get none. Server only.

-- A mail and its recipient, by which a bounce or complaint finds the row that the mail was about. Kept for 30 days.
create table public.mail_deliveries (
  -- The local part of its Message-ID.
  mail_id text not null check (mail_id ~ '^[0-9a-z-]{20,100}$'),
  -- SHA-256 of the recipient's address in lower case, base64url.
  address_hash text not null check (address_hash ~ '^[\w-]{43}$'),
  -- The studio that it was sent for; null for the product's own mails to users.
  account_id text references public.accounts on delete cascade,
  subject text check (subject in ('grant', 'message', 'client_link', 'team_invite')),
  subject_id text check (subject_id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  sent_at timestamptz(3) not null default now(),
  -- When the server accepted it, and the row above says so.
  accepted_at timestamptz(3),
  outcome text check (outcome in ('bounce', 'complaint')),
  outcome_at timestamptz(3),
  primary key (mail_id, address_hash),
  constraint mail_deliveries_subject_pair check ((subject is null) = (subject_id is null)),
  constraint mail_deliveries_outcome_when check ((outcome is null) = (outcome_at is null))
);
create index mail_deliveries_account on public.mail_deliveries (account_id, sent_at);
create index mail_deliveries_sent on public.mail_deliveries (sent_at);

-- Addresses that no studio's mail is sent to, because all studios share the sender's reputation.
create table public.mail_suppressions (
  address_hash text primary key check (address_hash ~ '^[\w-]{43}$'),
  reason text not null check (reason in ('bounce', 'complaint')),
  -- The studio whose mail it was: it alone is told the reason. Null once it or its client is erased.
  account_id text references public.accounts on delete set null,
  created_at timestamptz(3) not null default now()
);
create index mail_suppressions_account on public.mail_suppressions (account_id);
create index mail_suppressions_created on public.mail_suppressions (created_at) where reason = 'bounce';

alter table public.mail_deliveries enable row level security;
alter table public.mail_suppressions enable row level security;
revoke all on public.mail_deliveries, public.mail_suppressions from anon, authenticated;

-- Why a mail did not arrive: also what came back later.
alter table public.grants drop constraint grants_mail_error_check;
alter table public.grants add constraint grants_mail_error_check check (mail_error in
  ('mail_refused', 'mail_failed', 'mail_bounced', 'mail_complained', 'mail_suppressed')) not valid;
alter table public.client_links drop constraint client_links_mail_error_check;
alter table public.client_links add constraint client_links_mail_error_check check (mail_error in
  ('mail_refused', 'mail_failed', 'mail_bounced', 'mail_complained', 'mail_suppressed')) not valid;
alter table public.team_invites drop constraint team_invites_mail_error_check;
alter table public.team_invites add constraint team_invites_mail_error_check check (mail_error in
  ('mail_refused', 'mail_failed', 'mail_bounced', 'mail_complained', 'mail_suppressed')) not valid;
