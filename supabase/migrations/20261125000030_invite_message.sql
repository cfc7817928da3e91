-- The studio's personal message in an invitation's mail; empty for none. Resending the mail repeats it.
alter table public.grants add column message text not null default '';
comment on column public.grants.message is 'Personal message of the invitation''s mail; erased with the invited person''s data.';
alter table public.grants add constraint grants_message_check check (length(message) <= 1000) not valid;

-- Mails to a gallery's invited people have templates, too.
alter table public.mail_templates drop constraint mail_templates_kind_check;
alter table public.mail_templates add constraint mail_templates_kind_check
  check (kind in ('booking_received', 'booking_confirmed', 'booking_declined', 'session_rescheduled',
    'session_cancelled', 'session_reminder', 'receipt', 'gallery_invite', 'gallery_closing')) not valid;
