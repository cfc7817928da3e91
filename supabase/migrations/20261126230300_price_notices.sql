-- When a studio was told of a version of the prices: {"2": 1798761600000}, epoch milliseconds. It counts 60 days later.
-- lock: account_plans has one short row for each studio, and its check reads them in milliseconds
alter table public.account_plans add column noticed jsonb not null default '{}'
  constraint account_plans_noticed_check check (jsonb_typeof(noticed) = 'object');
