-- How a studio writes days: core/domain/date-formats.ts. Nothing has written another value than 'auto' yet.
alter table public.accounts
  add constraint accounts_date_format_known check (date_format in ('auto', 'dmy', 'mdy', 'ymd')) not valid;
