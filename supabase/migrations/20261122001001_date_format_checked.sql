alter table public.accounts validate constraint accounts_date_format_known;
