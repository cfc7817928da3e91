-- Key-value settings and the currency of a studio. Triggers give a new account its defaults.
create table public.settings (
  account_id text not null references public.accounts on delete cascade,
  key text not null check (key ~ '^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)?$' and length(key) <= 64),
  author_id uuid not null,
  value jsonb not null,
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, key)
);
create index settings_recent on public.settings (updated_at) where key = 'photographer';
create index settings_overviews on public.settings (account_id)
  where key = 'notifications' and value @> '{"day": true}';
create trigger settings_touch before update on public.settings for each row execute function public.touch_updated_at();

-- How amounts are written. The column defaults are US dollars; seed_settings gives new accounts euros.
create table public.currency (
  account_id text primary key references public.accounts on delete cascade,
  author_id uuid not null,
  code text not null default 'USD' check (code ~ '^[A-Z]{3}$'),
  symbol text not null default '$' check (length(symbol) between 1 and 8),
  position text not null default 'before' check (position in ('before', 'after'))
);

create function public.default_settings() returns table (key text, value jsonb)
language sql immutable set search_path = '' as $$
  values
    ('theme.template', '"modern"'::jsonb),
    ('theme.primaryColor', '"#3B82F6"'),
    ('theme.secondaryColor', '"#1E40AF"'),
    ('theme.accentColor', '"#EF4444"'),
    ('theme.backgroundColor', '"#FFFFFF"'),
    ('theme.textColor', '"#111827"'),
    ('theme.headingFont', '"Inter"'),
    ('theme.bodyFont', '"Inter"'),
    ('theme.menuFont', '"Inter"'),
    ('theme.containerWidth', '"standard"'),
    ('theme.spacing', '"standard"'),
    ('theme.borderRadius', '"medium"'),
    ('theme.imageStyle', '"standard"'),
    ('theme.animationStyle', '"minimal"'),
    ('theme.menuStyle', '"standard"'),
    ('theme.menuPosition', '"top"'),
    ('theme.menuBehavior', '"sticky"'),
    ('theme.menuTransparency', '"glass"'),
    ('theme.updatedAt', '0'),
    ('theme.logoUrl', '""'),
    ('currency', '{"symbol": "€", "code": "EUR", "position": "before"}'),
    ('photographer', '{"businessName": "", "email": "", "phone": "", "address": "", "website": "", "socialMedia": [],
      "bio": "", "profilePhoto": "", "coverPhoto": "", "lockedDays": []}'),
    ('cms.settings', '{"defaultPage": "", "customDomainEnabled": false}')
$$;

-- The symbol of a currency code; a code without one is its own symbol.
create function public.currency_symbol(code text) returns text language sql immutable set search_path = '' as $$
  select case code when 'EUR' then '€' when 'USD' then '$' when 'GBP' then '£' else code end
$$;

create function public.seed_settings() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.settings (account_id, key, author_id, value)
    select new.id, d.key, new.author_id, d.value from public.default_settings() d;
  insert into public.currency (account_id, author_id, code, symbol, position)
    values (new.id, new.author_id, 'EUR', '€', 'before');
  return null;
end $$;

-- Copies accounts.currency_code, which is authoritative, to the currency row and the currency setting.
create function public.copy_currency_code() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.currency c set code = new.currency_code, symbol = public.currency_symbol(new.currency_code)
    where c.account_id = new.id and c.code <> new.currency_code;
  update public.settings s
    set value = s.value || jsonb_build_object('code', new.currency_code, 'symbol', public.currency_symbol(new.currency_code))
    where s.account_id = new.id and s.key = 'currency' and s.value ->> 'code' <> new.currency_code;
  return null;
end $$;
-- Copies accounts.name, which is authoritative, to photographer.businessName.
create function public.copy_account_name() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.settings s set value = s.value || jsonb_build_object('businessName', new.name)
    where s.account_id = new.id and s.key = 'photographer' and jsonb_typeof(s.value) = 'object'
      and s.value ->> 'businessName' is distinct from new.name;
  return null;
end $$;
-- Triggers of one event run in the order of their names: the rows are seeded before currency and name are copied.
create trigger accounts_seed_1_settings after insert on public.accounts
  for each row execute function public.seed_settings();
create trigger accounts_seed_2_currency after insert or update of currency_code on public.accounts
  for each row execute function public.copy_currency_code();
create trigger accounts_seed_4_name after insert or update of name on public.accounts
  for each row execute function public.copy_account_name();

alter table public.settings enable row level security;
alter table public.currency enable row level security;
revoke all on public.settings, public.currency from anon, authenticated;
grant execute on function public.currency_symbol(text), public.default_settings() to albumen_api;
