-- A studio's website: its pages, its settings and its fonts.
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
  updated_at timestamptz(3) not null default now()
);
create trigger cms_settings_touch before update on public.cms_settings
  for each row execute function public.touch_updated_at();

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

alter table public.pages enable row level security;
alter table public.cms_settings enable row level security;
alter table public.custom_fonts enable row level security;
revoke all on public.pages, public.cms_settings, public.custom_fonts from anon, authenticated;
