alter table public.accounts validate constraint accounts_plan_state_check;
