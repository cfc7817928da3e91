-- Links that open a studio's drafts, or one of its releases, as its visitors would see them.
create table public.site_previews (
  token_hash text primary key check (length(token_hash) = 43),
  account_id text not null references public.accounts on delete cascade,
  user_id uuid not null,
  release_id text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- A link ends with its member's access.
  foreign key (account_id, user_id) references public.account_members (account_id, user_id) on delete cascade,
  foreign key (account_id, release_id) references public.site_releases (account_id, id) on delete cascade
);
create index site_previews_member on public.site_previews (account_id, user_id);
create index site_previews_release on public.site_previews (account_id, release_id);
comment on table public.site_previews is 'Preview links of studios'' websites: valid for a day, the newest 50 of a studio. Not synced.';
comment on column public.site_previews.token_hash is 'SHA-256 of the secret in the link, base64url.';
comment on column public.site_previews.release_id is 'The release that the link shows; null for the drafts.';

alter table public.site_previews enable row level security;
revoke all on public.site_previews from anon, authenticated;
