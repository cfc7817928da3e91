-- Payment links and the balances of automations are one kind of mail, `payment_request`.

-- The release before this one still writes `balance_due`; its own `payment_request` stands for it.
create function public.unite_payment_mails() returns trigger language plpgsql set search_path = '' as $$
begin
  new.kind := 'payment_request';
  return new;
end $$;
revoke all on function public.unite_payment_mails() from public, anon, authenticated;
grant execute on function public.unite_payment_mails() to albumen_api;
create trigger messages_unite_payment_mails before insert or update on public.messages
  for each row when (new.kind = 'balance_due') execute function public.unite_payment_mails();
create trigger mail_templates_unite_payment_mails before insert or update on public.mail_templates
  for each row when (new.kind = 'balance_due') execute function public.unite_payment_mails();

update public.messages set kind = 'payment_request' where kind = 'balance_due';
delete from public.mail_templates b where b.kind = 'balance_due' and exists (
  select from public.mail_templates p
  where p.account_id = b.account_id and p.kind = 'payment_request' and p.language = b.language);
update public.mail_templates set kind = 'payment_request' where kind = 'balance_due';
