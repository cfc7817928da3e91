-- The people who sign a contract: each contact who signs and has an address; without one, the client's first contact. The
-- contract is signed once each of them has. Who still has to sign follows the contacts; a signature stays.
-- lock: contracts and their texts are few, a few thousand for a large studio; they are read in milliseconds.
create table public.contract_signers (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null,
  contract_id text not null,
  -- Null once the contact was removed, or if the signature is older than this table.
  contact_id text,
  -- Of the contact.
  position integer not null default 0,
  signed_at timestamptz(3),
  -- The typed name. Empty until signed, and after the client was erased.
  signer_name text not null default '' check (length(signer_name) <= 200),
  -- Where it was signed from. Server only.
  signer_ip text not null default '' check (length(signer_ip) <= 64),
  signer_user_agent text not null default '' check (length(signer_user_agent) <= 500),
  unique (account_id, id),
  constraint contract_signers_signed_when check (
    signed_at is not null or signer_name = '' and signer_ip = '' and signer_user_agent = ''),
  constraint contract_signers_contract foreign key (account_id, contract_id)
    references public.contracts (account_id, id) on delete cascade,
  constraint contract_signers_contact foreign key (account_id, contact_id)
    references public.customer_contacts (account_id, id) on delete set null (contact_id)
);
create index contract_signers_contract on public.contract_signers (account_id, contract_id, position, id);
create index contract_signers_contact on public.contract_signers (account_id, contact_id);
create trigger contract_signers_forbid_change before update on public.contract_signers
  for each row when (old.signed_at is not null and (old.signed_at, old.signer_ip, old.signer_user_agent)
    is distinct from (new.signed_at, new.signer_ip, new.signer_user_agent))
  execute function public.forbid_signed_text_change();

alter table public.contract_signers enable row level security;
revoke all on public.contract_signers from anon, authenticated;

-- The text is that of the first signature; the PDF is stored with the last one.
alter table public.contract_texts
  drop constraint contract_texts_signed_when,
  add constraint contract_texts_signed_when check ((signed_sha256 is null or signed_text is not null)
    and (signed_sha256 is not null or final_sha256 is null and erase_at is null));
create or replace trigger contract_texts_forbid_change before update on public.contract_texts
  for each row when (old.signed_text is not null and (
    (old.contract_id, old.account_id, old.source, old.signed_text, old.signed_price, old.signed_deposit, old.signer_ip,
      old.signer_user_agent, old.is_form_signed)
    is distinct from
    (new.contract_id, new.account_id, new.source, new.signed_text, new.signed_price, new.signed_deposit, new.signer_ip,
      new.signer_user_agent, new.is_form_signed)
    or old.signed_sha256 is not null and new.signed_sha256 is distinct from old.signed_sha256
    or old.final_sha256 is not null and new.final_sha256 is distinct from old.final_sha256))
  execute function public.forbid_signed_text_change();

-- Keeps `price_changed` from the first signature on.
create or replace function public.compare_signed_price() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.contracts c
  set price_changed = (t.signed_price, t.signed_deposit) is distinct from (new.payment_amount, new.deposit_amount)
  from public.contract_texts t
  where c.account_id = new.account_id and c.session_id = new.session_id and c.status in ('sent', 'signed')
    and t.contract_id = c.id and t.signed_text is not null
    and c.price_changed = ((t.signed_price, t.signed_deposit)
      is not distinct from (new.payment_amount, new.deposit_amount));
  return null;
end $$;

-- Returns the contacts who sign a client's contracts.
create function public.signing_contacts(of_account text, of_customer text)
  returns table (contact_id text, contact_position integer) language sql stable set search_path = '' as $$
  with contacts as (
    select p.id, p.position, p.signs and p.email <> '' as signs,
      row_number() over (order by p.position, p.id) as rank,
      row_number() over (partition by p.signs, lower(p.email) order by p.position, p.id) as of_address
    from public.customer_contacts p where p.account_id = of_account and p.customer_id = of_customer
  )
  select c.id, c.position from contacts c
  where case when exists (select from contacts o where o.signs) then c.signs and c.of_address = 1 else c.rank = 1 end
$$;

-- Compares who signs an unsigned contract with the client's contacts. If all that are left have signed, the effect
-- completes the contract. Locks the contract, as signing does: who signs does not change under the last signature.
create function public.sync_contract_signers(of_account text, of_contract text) returns void
  language plpgsql set search_path = '' as $$
declare
  of_customer text;
begin
  select s.customer_id into of_customer
    from public.contracts k join public.sessions s on s.account_id = k.account_id and s.id = k.session_id
    where k.account_id = of_account and k.id = of_contract and k.status in ('draft', 'sent') for no key update of k;
  if not found then return; end if;
  delete from public.contract_signers n
    where n.account_id = of_account and n.contract_id = of_contract and n.signed_at is null and (
      n.contact_id is null
      or not exists (select from public.signing_contacts(of_account, of_customer) w where w.contact_id = n.contact_id)
      -- A merge has made one contact of two.
      or exists (select from public.contract_signers o where o.account_id = of_account and o.contract_id = of_contract
        and o.contact_id = n.contact_id and o.id <> n.id and (o.signed_at is not null or o.id < n.id)));
  insert into public.contract_signers (id, account_id, contract_id, contact_id, position)
    select left(replace(gen_random_uuid()::text, '-', ''), 20), of_account, of_contract, w.contact_id, w.contact_position
    from public.signing_contacts(of_account, of_customer) w
    where not exists (select from public.contract_signers n where n.account_id = of_account
      and n.contract_id = of_contract and n.contact_id = w.contact_id);
  update public.contract_signers n set position = p.position from public.customer_contacts p
    where n.account_id = of_account and n.contract_id = of_contract and p.account_id = of_account
      and p.id = n.contact_id and p.position <> n.position;
  if exists (select from public.contract_signers n where n.account_id = of_account and n.contract_id = of_contract
      and n.signed_at is not null)
    and not exists (select from public.contract_signers n where n.account_id = of_account
      and n.contract_id = of_contract and n.signed_at is null) then
    perform public.request_effect(of_account, 'contract.complete', concat('contract-complete:', of_contract),
      jsonb_build_object('accountId', of_account, 'contractId', of_contract), interval '0');
  end if;
end $$;

create function public.follow_contract_status() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.status in ('draft', 'sent') then
    perform public.sync_contract_signers(new.account_id, new.id);
  elsif new.status = 'signed' then
    -- The release before knows one signature, which is enough.
    if not exists (select from public.contract_signers n where n.account_id = new.account_id and n.contract_id = new.id
      and n.signed_at is not null) then
      insert into public.contract_signers
        (id, account_id, contract_id, signed_at, signer_name, signer_ip, signer_user_agent)
        select left(replace(gen_random_uuid()::text, '-', ''), 20), new.account_id, new.id, new.signed_at,
          new.signer_name, coalesce(t.signer_ip, ''), coalesce(t.signer_user_agent, '')
        from (select 1) one left join public.contract_texts t
          on t.account_id = new.account_id and t.contract_id = new.id;
    end if;
    delete from public.contract_signers n
      where n.account_id = new.account_id and n.contract_id = new.id and n.signed_at is null;
  end if;
  return null;
end $$;
create trigger contracts_signers after insert or update of status on public.contracts
  for each row execute function public.follow_contract_status();

create function public.follow_signing_contacts() returns trigger language plpgsql set search_path = '' as $$
declare
  of_account text := case tg_op when 'DELETE' then old.account_id else new.account_id end;
  of_customer text := case tg_op when 'DELETE' then old.customer_id else new.customer_id end;
begin
  perform public.sync_contract_signers(k.account_id, k.id)
    from public.contracts k join public.sessions s on s.account_id = k.account_id and s.id = k.session_id
    where s.account_id = of_account and s.customer_id = of_customer and k.status in ('draft', 'sent');
  return null;
end $$;
create trigger customer_contacts_signers after insert or delete or update of email, signs, position
  on public.customer_contacts for each row execute function public.follow_signing_contacts();

create function public.follow_session_client() returns trigger language plpgsql set search_path = '' as $$
begin
  perform public.sync_contract_signers(k.account_id, k.id) from public.contracts k
    where k.account_id = new.account_id and k.session_id = new.id and k.status in ('draft', 'sent');
  return null;
end $$;
create trigger sessions_signers after update of customer_id on public.sessions
  for each row when (old.customer_id is distinct from new.customer_id)
  execute function public.follow_session_client();

grant execute on function public.signing_contacts(text, text), public.sync_contract_signers(text, text),
  public.follow_contract_status(), public.follow_signing_contacts(), public.follow_session_client() to albumen_api;

insert into public.contract_signers
  (id, account_id, contract_id, signed_at, signer_name, signer_ip, signer_user_agent)
  select left(replace(gen_random_uuid()::text, '-', ''), 20), k.account_id, k.id, k.signed_at, k.signer_name,
    coalesce(t.signer_ip, ''), coalesce(t.signer_user_agent, '')
  from public.contracts k left join public.contract_texts t on t.account_id = k.account_id and t.contract_id = k.id
  where k.status = 'signed';
insert into public.contract_signers (id, account_id, contract_id, contact_id, position)
  select left(replace(gen_random_uuid()::text, '-', ''), 20), k.account_id, k.id, w.contact_id, w.contact_position
  from public.contracts k join public.sessions s on s.account_id = k.account_id and s.id = k.session_id
    cross join lateral public.signing_contacts(k.account_id, s.customer_id) w
  where k.status in ('draft', 'sent');

alter publication zero_studio add table public.contract_signers (
  id, account_id, contract_id, contact_id, position, signed_at, signer_name
);
do $$ begin
  if to_regprocedure('zero_0.update_schemas()') is not null then perform zero_0.update_schemas(); end if;
end $$;
