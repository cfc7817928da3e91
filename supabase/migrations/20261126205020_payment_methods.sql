-- A change of the accounts to which clients pay is a security event of its own.
-- The widened check is validated later, so no row is read here.
alter table public.security_events drop constraint security_events_kind_check;
alter table public.security_events add constraint security_events_kind_check check (kind in (
  'member_invited', 'invite_revoked', 'invite_declined', 'member_joined', 'role_changed', 'member_removed',
  'member_left', 'ownership_transferred', 'slug_changed', 'account_deleted', 'account_restored',
  'password_changed', 'email_changed', 'mfa_added', 'mfa_removed', 'identity_linked', 'identity_unlinked',
  'session_ended', 'data_exported', 'api_token_created', 'api_token_revoked', 'api_token_network', 'webhook_created',
  'webhook_changed', 'webhook_removed', 'stripe_connected', 'stripe_disconnected', 'client_texts_changed',
  'reply_address_changed', 'studio_suspended', 'studio_resumed', 'studio_closed', 'content_removed',
  'content_restored', 'support_asked', 'support_allowed', 'support_ended', 'payment_methods_changed')) not valid;
