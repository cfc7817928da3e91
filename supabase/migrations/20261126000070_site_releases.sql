-- Releases of a studio's website. Pages, menu and search settings are the draft; publishing copies them into a release,
-- which never changes. One release is live. Deleting the account deletes all.
create table public.site_releases (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  kind text not null check (kind in ('published', 'saved')),
  pages jsonb not null check (jsonb_typeof(pages) = 'array'),
  created_at timestamptz(3) not null default now(),
  unique (account_id, id)
);
create index site_releases_newest on public.site_releases (account_id, created_at desc, id);
comment on table public.site_releases is 'Releases of studios'' websites, without their content, which is in site_release_contents. The latest 50 and the live one are kept.';
comment on column public.site_releases.kind is 'published, or saved: the drafts as they were before an older release was restored.';
comment on column public.site_releases.pages is 'Its pages as [{id, path, title, updatedAt}]; a draft with another updated_at has changes.';

create table public.site_release_contents (
  release_id text primary key,
  account_id text not null,
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  foreign key (account_id, release_id) references public.site_releases (account_id, id) on delete cascade
);
comment on table public.site_release_contents is 'Content of releases: pages and search settings. Not synced: windows need it only through previews.';
comment on column public.site_release_contents.content is 'core/domain/site/site.ts: releaseContent.';

create table public.site_state (
  account_id text primary key references public.accounts on delete cascade,
  live_release_id text,
  publish_at timestamptz(3),
  publish_by uuid,
  updated_at timestamptz(3) not null default now(),
  -- The live release cannot be deleted.
  foreign key (account_id, live_release_id) references public.site_releases (account_id, id),
  check ((publish_at is null) = (publish_by is null))
);
create trigger site_state_touch before update on public.site_state for each row execute function public.touch_updated_at();
comment on table public.site_state is 'Which release of a studio''s website visitors see, and when the next one is due. Without a row, or without a live release, they see the built-in page.';
comment on column public.site_state.publish_at is 'Planned publication of all drafts, by publish_by.';

-- A published page that moved: its former path leads to it.
create table public.site_redirects (
  account_id text not null,
  path text not null check (length(path) between 1 and 200),
  page_id text not null,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, path),
  foreign key (account_id, page_id) references public.pages (account_id, id) on delete cascade
);
create index site_redirects_page on public.site_redirects (account_id, page_id);
comment on table public.site_redirects is 'Former paths of published pages; written by publishing.';

alter table public.site_releases enable row level security;
alter table public.site_release_contents enable row level security;
alter table public.site_state enable row level security;
alter table public.site_redirects enable row level security;
revoke all on public.site_releases, public.site_release_contents, public.site_state, public.site_redirects
  from anon, authenticated;

alter publication zero_studio add table public.pages, public.cms_settings, public.site_releases, public.site_state;
do $$ begin
  if to_regprocedure('zero_0.update_schemas()') is not null then perform zero_0.update_schemas(); end if;
end $$;
