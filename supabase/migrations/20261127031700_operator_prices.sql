-- Operators read which prices a studio has accepted, and of which others it was told.
create or replace view operators.plans as
  select account_id, since, cap, credit, month, spent, limits, overdue_since, prices, noticed
  from public.account_plans;
