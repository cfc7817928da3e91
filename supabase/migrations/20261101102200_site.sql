-- A studio's website: its pages, settings, fonts and code, its releases and their previews, its pictures, its domain.
create table public.pages (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  path text not null check (length(path) between 1 and 200 and path = lower(path)),
  title text not null check (length(title) between 1 and 200),
  description text not null default '' check (length(description) <= 1000),
  layout text not null default 'default' check (length(layout) between 1 and 60),
  rows jsonb not null default '[]' check (jsonb_typeof(rows) = 'array'),
  -- The content of older pages instead of rows; the first save converts it.
  blocks jsonb check (jsonb_typeof(blocks) = 'array'),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  "order" double precision not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (account_id, id),
  unique (account_id, path)
);
create index pages_order on public.pages (account_id, "order", id);
create trigger pages_touch before update on public.pages for each row execute function public.touch_updated_at();

create table public.cms_settings (
  account_id text primary key references public.accounts on delete cascade,
  author_id uuid not null,
  default_page text not null default '' check (length(default_page) <= 200),
  -- ASCII and lower case: refuses look-alike letters, and the unique index ignores case.
  custom_domain text unique check (length(custom_domain) <= 253
    and custom_domain ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$'),
  seo_title text not null default '' check (length(seo_title) <= 200),
  seo_description text not null default '' check (length(seo_description) <= 500),
  seo_keywords jsonb not null default '[]' check (jsonb_typeof(seo_keywords) = 'array'),
  favicon text not null default '' check (length(favicon) <= 500),
  custom_css text not null default '' check (length(custom_css) <= 100000),
  custom_js text not null default '' check (length(custom_js) <= 100000),
  updated_at timestamptz(3) not null default now(),
  custom_css_compiled text not null default '' check (length(custom_css_compiled) <= 500000),
  custom_js_hosts jsonb not null default '[]'
    check (jsonb_typeof(custom_js_hosts) = 'array' and length(custom_js_hosts::text) <= 4000),
  custom_js_on boolean not null default false,
  custom_js_since timestamptz(3),
  -- Code that runs has isolated its domain before.
  constraint cms_settings_custom_js_check1 check (not custom_js_on or custom_js_since is not null)
);
create trigger cms_settings_touch before update on public.cms_settings
  for each row execute function public.touch_updated_at();
comment on column public.cms_settings.custom_domain is 'Null: the specification names the field, and public.domains has the domain.';
comment on column public.cms_settings.favicon is 'Path of an uploaded icon as core/domain/branding/logo.ts reads it; empty for the icon of the logo.';
comment on column public.cms_settings.custom_css is 'As the studio wrote it. Pages have custom_css_compiled.';
comment on column public.cms_settings.custom_css_compiled is 'The permitted rules of custom_css, scoped: functions/site/compile-css.ts writes it, pages contain it.';
comment on column public.cms_settings.custom_js_hosts is 'Hosts from which the script may load further scripts, data and pictures.';
comment on column public.cms_settings.custom_js_since is
  'When code was first switched on; never taken back. From then on the studio''s own domain serves no gallery, invitation or booking, since the code could have left something in visitors'' browsers.';

-- Fonts that a studio uploads: synced to the back office, counted as storage.
create table public.custom_fonts (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  -- The author (docs/specification.md#fields).
  user_id uuid not null,
  font_family text not null check (length(font_family) between 1 and 100),
  file_name text not null check (length(file_name) between 1 and 255),
  url_path text not null check (starts_with(url_path, '/api/fonts/')),
  file_size integer not null check (file_size between 1 and 10485760), -- bytes
  font_type text not null check (font_type in ('woff2', 'woff', 'ttf', 'otf')),
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  upload_date timestamptz(3) not null default now(),
  unique (account_id, id)
);
create index custom_fonts_family on public.custom_fonts (account_id, font_family, id);

comment on table public.custom_fonts is
  'Fonts that a studio uploaded, for its public pages. The file is in the rendition bucket, at fonts/{id}.';
comment on column public.custom_fonts.font_family is 'The name that the file gives itself, else the file''s name.';
comment on column public.custom_fonts.file_size is 'Bytes of the stored WOFF2, which is written anew from the upload.';
comment on column public.custom_fonts.font_type is 'Type of the uploaded file.';
comment on column public.custom_fonts.metadata is
  'Metrics, weights and licence texts of the file, and who confirmed when that the studio may use it on websites.';

-- Adds a font to the storage of its account, or takes it away.
create function public.count_font() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.account_usage u
    set storage_bytes = u.storage_bytes + case when tg_op = 'INSERT' then new.file_size else -old.file_size end
    where u.account_id = case when tg_op = 'INSERT' then new.account_id else old.account_id end;
  return null;
end $$;
create trigger custom_fonts_count after insert or delete on public.custom_fonts
  for each row execute function public.count_font();

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

-- Pictures of studios' websites: public copies of renditions, and the permission to show photos of galleries that are
-- not public.
create table public.site_pictures (
  account_id text not null references public.accounts on delete cascade,
  photo_id text not null check (photo_id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  file_id text not null check (file_id ~ '^[0-9a-hjkmnp-tv-z]{24}$'),
  token text not null unique check (token ~ '^[0-9a-hjkmnp-tv-z]{10}/[0-9a-hjkmnp-tv-z]{32}$'),
  widths smallint[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  ready_at timestamptz(3),
  primary key (account_id, photo_id, file_id)
);
comment on table public.site_pictures is
  'Public copies of photos that a studio''s live release shows, one row for each version of a photo. The objects are in the rendition bucket, at site/{token}-{width}. No foreign key to the photo: the row must outlive it until the objects are deleted.';
comment on column public.site_pictures.file_id is 'The photo''s file id when it was copied; another one is another picture.';
comment on column public.site_pictures.token is 'Unpredictable part of the address, after the studio''s id.';
comment on column public.site_pictures.ready_at is 'Null until all objects are stored.';

create table public.site_photo_permissions (
  photo_id text primary key,
  account_id text not null,
  is_permitted boolean not null,
  decided_by uuid,
  decided_at timestamptz(3) not null default now(),
  foreign key (account_id, photo_id) references public.photos (account_id, id) on delete cascade
);
create index site_photo_permissions_account on public.site_photo_permissions (account_id, photo_id);
comment on table public.site_photo_permissions is
  'Who recorded when that a photo may be shown on the website, or that it may not. Without a row a photo follows its gallery: it may while that is public.';
comment on column public.site_photo_permissions.decided_by is 'Null: the studio erased the client of the photo''s gallery.';

create table public.site_script_versions (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  script text not null check (length(script) between 1 and 100000),
  hosts jsonb not null default '[]' check (jsonb_typeof(hosts) = 'array' and length(hosts::text) <= 4000),
  created_at timestamptz(3) not null default now(),
  unique (account_id, id)
);
create index site_script_versions_newest on public.site_script_versions (account_id, created_at desc, id);
comment on table public.site_script_versions is 'Former and present versions of cms_settings.custom_js, the latest 30. Windows know them without their script.';

-- A studio's own domain, instead of cms_settings.custom_domain, which nothing writes: two studios may enter a name, and
-- it belongs to the one that proves it, so it cannot be unique before.
create table public.domains (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  author_id uuid not null,
  -- ASCII and lower case, as in core/domain/site/domains.ts.
  hostname text not null check (length(hostname) <= 253
    and hostname ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{2,59})$'),
  proof text default replace(gen_random_uuid()::text, '-', '') check (proof ~ '^[0-9a-f]{32}$'),
  status text not null default 'draft' check (status in
    ('draft', 'awaiting_dns', 'verified', 'issuing', 'live', 'failed', 'lost', 'removed')),
  failure_reason text check (failure_reason in
    ('txt_missing', 'wrong_target', 'proxied', 'caa', 'stale_aaaa', 'taken')),
  found jsonb not null default '[]' check (jsonb_typeof(found) = 'array' and length(found::text) <= 4000),
  tenant_id text check (length(tenant_id) between 1 and 128),
  proven_at timestamptz(3),
  live_at timestamptz(3),
  lost_at timestamptz(3),
  removed_at timestamptz(3),
  requested_at timestamptz(3) not null default now(),
  checked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (account_id, id),
  constraint domains_reason_of_failure check ((status = 'failed') = (failure_reason is not null)),
  constraint domains_removed_when check ((status = 'removed') = (removed_at is not null)),
  constraint domains_lost_when check ((status = 'lost') = (lost_at is not null))
);
-- One domain of a studio; and of all studios, the first that proved a name has it.
create unique index domains_one on public.domains (account_id) where status <> 'removed';
create unique index domains_owner on public.domains (hostname) where proven_at is not null and status <> 'removed';
create index domains_list on public.domains (account_id, created_at, id);
create trigger domains_touch before update on public.domains for each row execute function public.touch_updated_at();

comment on table public.domains is 'Own domains of studios: rules in core/domain/site/domains.ts, job in functions/domains.';
comment on column public.domains.proof is
  'Value of the TXT record that proves control. Made here, never by a client: DNS is public, and a chosen value could be another studio''s.';
comment on column public.domains.found is 'What DNS answers instead of what is needed: values of the record to change.';
comment on column public.domains.tenant_id is 'The CloudFront distribution tenant, until it is deleted.';
comment on column public.domains.requested_at is 'The latest request for a check; later than checked_at while it runs.';

alter table public.pages enable row level security;
alter table public.cms_settings enable row level security;
alter table public.custom_fonts enable row level security;
alter table public.site_releases enable row level security;
alter table public.site_release_contents enable row level security;
alter table public.site_state enable row level security;
alter table public.site_redirects enable row level security;
alter table public.site_previews enable row level security;
alter table public.site_pictures enable row level security;
alter table public.site_photo_permissions enable row level security;
alter table public.site_script_versions enable row level security;
alter table public.domains enable row level security;
revoke all on public.pages, public.cms_settings, public.custom_fonts, public.site_releases,
  public.site_release_contents, public.site_state, public.site_redirects, public.site_previews, public.site_pictures,
  public.site_photo_permissions, public.site_script_versions, public.domains from anon, authenticated;
grant execute on function public.count_font() to albumen_api;
