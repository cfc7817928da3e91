-- A studio's own CSS and JavaScript on its website, beside the texts that were there: rules in core/domain/site/site-code.ts.
alter table public.cms_settings
  add column custom_css_compiled text not null default '',
  add column custom_js_hosts jsonb not null default '[]',
  add column custom_js_on boolean not null default false,
  add column custom_js_since timestamptz(3);
alter table public.cms_settings
  add constraint cms_settings_custom_css_compiled_check check (length(custom_css_compiled) <= 500000) not valid,
  add constraint cms_settings_custom_js_hosts_check
    check (jsonb_typeof(custom_js_hosts) = 'array' and length(custom_js_hosts::text) <= 4000) not valid,
  -- Code that runs has isolated its domain before.
  add constraint cms_settings_custom_js_check1 check (not custom_js_on or custom_js_since is not null) not valid;
comment on column public.cms_settings.favicon is 'Path of an uploaded icon as core/domain/branding/logo.ts reads it; empty for the icon of the logo.';
comment on column public.cms_settings.custom_css is 'As the studio wrote it. Pages have custom_css_compiled.';
comment on column public.cms_settings.custom_css_compiled is 'The permitted rules of custom_css, scoped: functions/site/compile-css.ts writes it, pages contain it.';
comment on column public.cms_settings.custom_js_hosts is 'Hosts from which the script may load further scripts, data and pictures.';
comment on column public.cms_settings.custom_js_since is
  'When code was first switched on; never taken back. From then on the studio''s own domain serves no gallery, invitation or booking, since the code could have left something in visitors'' browsers.';

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

alter table public.site_script_versions enable row level security;
revoke all on public.site_script_versions from anon, authenticated;

alter publication zero_studio add table public.site_script_versions (id, account_id, author_id, hosts, created_at);
do $$ begin
  if to_regprocedure('zero_0.update_schemas()') is not null then perform zero_0.update_schemas(); end if;
end $$;
