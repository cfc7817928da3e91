-- Studios read in their log what an operator changed of their plan.
alter table public.security_events drop constraint security_events_kind_check;
alter table public.security_events add constraint security_events_kind_check check (kind in (
  'member_invited', 'invite_revoked', 'invite_declined', 'member_joined', 'role_changed', 'member_removed',
  'member_left', 'ownership_transferred', 'slug_changed', 'account_deleted', 'account_restored',
  'password_changed', 'email_changed', 'mfa_added', 'mfa_removed', 'identity_linked', 'identity_unlinked',
  'session_ended', 'data_exported', 'api_token_created', 'api_token_revoked', 'api_token_network', 'webhook_created',
  'webhook_changed', 'webhook_removed', 'stripe_connected', 'stripe_disconnected', 'client_texts_changed',
  'reply_address_changed', 'studio_suspended', 'studio_resumed', 'studio_closed', 'content_removed',
  'content_restored', 'support_asked', 'support_allowed', 'support_ended', 'payment_methods_changed',
  'plan_changed')) not valid;

-- What an operator reads of plans: states and amounts, no customer of Stripe and no card.
create or replace view operators.accounts as
  select id, slug, name, created_at, deleted_at, paused_at, held_at, site_held_at, plan_state, capped_at
  from public.accounts;
create view operators.plans as
  select account_id, since, cap, credit, month, spent, limits, overdue_since from public.account_plans;
grant select on operators.plans to albumen_operator;
