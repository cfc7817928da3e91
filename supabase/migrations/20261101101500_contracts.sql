-- Contracts that clients sign, and questionnaires that they answer, on the page of their session's link.

-- A contract of a session. It holds no amounts and not the text, because assistants see it.
create table public.contracts (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  session_id text not null,
  template_id text,
  title text not null check (length(btrim(title)) between 1 and 200),
  language text not null check (language in ('en', 'es', 'ca')),
  status text not null default 'sent' check (status in ('sent', 'signed', 'withdrawn')),
  -- The session's type asks for it: the booking is confirmed once it is signed.
  is_required boolean not null default false,
  needs_countersignature boolean not null default false,
  sent_at timestamptz(3) not null default now(),
  opened_at timestamptz(3),
  signed_at timestamptz(3),
  signer_name text not null default '' check (length(signer_name) <= 200),
  -- The session's time in the signed text, to tell what differs later.
  signed_date timestamptz(3),
  signed_duration integer check (signed_duration between 1 and 10080),
  -- Price or deposit differ from those of the signed text.
  price_changed boolean not null default false,
  countersigned_at timestamptz(3),
  countersigned_by uuid,
  countersigner_name text not null default '' check (length(countersigner_name) <= 200),
  updated_at timestamptz(3) not null default now(),
  unique (account_id, id),
  constraint contracts_session foreign key (account_id, session_id)
    references public.sessions (account_id, id) on delete cascade,
  constraint contracts_template foreign key (account_id, template_id)
    references public.contract_templates (account_id, id) on delete set null (template_id),
  constraint contracts_signed_when check (
    (status = 'signed') = (signed_at is not null and signed_date is not null and signed_duration is not null)),
  constraint contracts_countersigned_when check (
    (countersigned_at is null) = (countersigned_by is null) and (countersigned_at is null or status = 'signed'))
);
create index contracts_session on public.contracts (account_id, session_id, sent_at, id);
create index contracts_template on public.contracts (account_id, template_id);
create index contracts_status on public.contracts (account_id, status, sent_at, id);
create trigger contracts_touch before update on public.contracts
  for each row execute function public.touch_updated_at();

-- Text, amounts and evidence of a contract. Server only.
create table public.contract_texts (
  contract_id text primary key,
  account_id text not null,
  -- The template's text when it was sent; fields are filled each time that it is shown, until it is signed.
  source text not null check (length(source) <= 60000),
  -- The signed text, exactly as it was shown: JSON of core/domain/contracts/contract-text.ts.
  signed_text text check (length(signed_text) <= 200000),
  signed_price integer check (signed_price >= 0),
  signed_deposit integer check (signed_deposit >= 0),
  signer_ip text not null default '' check (length(signer_ip) <= 64),
  signer_user_agent text not null default '' check (length(signer_user_agent) <= 500),
  -- Signed by the link of the booking form: its text names only what was typed there.
  is_form_signed boolean not null default false,
  signed_sha256 text check (signed_sha256 ~ '^[0-9a-f]{64}$'),
  final_sha256 text check (final_sha256 ~ '^[0-9a-f]{64}$'),
  -- The client was erased. The signed contract stays for owners and admins until this time.
  erase_at timestamptz(3),
  constraint contract_texts_contract foreign key (account_id, contract_id)
    references public.contracts (account_id, id) on delete cascade,
  constraint contract_texts_signed_when check ((signed_text is null) = (signed_sha256 is null)
    and (signed_text is not null or final_sha256 is null and erase_at is null))
);
create index contract_texts_contract on public.contract_texts (account_id, contract_id);
create index contract_texts_erase on public.contract_texts (erase_at) where erase_at is not null;

-- Refuses every change of what was signed.
create function public.forbid_signed_text_change() returns trigger language plpgsql set search_path = '' as $$
begin
  raise check_violation using message = 'a signed contract stays what it is', constraint = 'signed_contracts_are_final';
end $$;
create trigger contract_texts_forbid_change before update on public.contract_texts
  for each row when (old.signed_text is not null and (
    (old.contract_id, old.account_id, old.source, old.signed_text, old.signed_price, old.signed_deposit, old.signer_ip,
      old.signer_user_agent, old.is_form_signed, old.signed_sha256)
    is distinct from
    (new.contract_id, new.account_id, new.source, new.signed_text, new.signed_price, new.signed_deposit, new.signer_ip,
      new.signer_user_agent, new.is_form_signed, new.signed_sha256)
    or old.final_sha256 is not null and new.final_sha256 is distinct from old.final_sha256))
  execute function public.forbid_signed_text_change();

-- Keeps `price_changed`, so that those who see no amounts still see that a new version is due.
create function public.compare_signed_price() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.contracts c
  set price_changed = (t.signed_price, t.signed_deposit) is distinct from (new.payment_amount, new.deposit_amount)
  from public.contract_texts t
  where c.account_id = new.account_id and c.session_id = new.session_id and c.status = 'signed'
    and t.contract_id = c.id and c.price_changed = ((t.signed_price, t.signed_deposit)
      is not distinct from (new.payment_amount, new.deposit_amount));
  return null;
end $$;
create trigger session_billing_signed_price after update of payment_amount, deposit_amount on public.session_billing
  for each row execute function public.compare_signed_price();

-- Questions to a session's client, as they were when sent, and the answers.
create table public.questionnaires (
  id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  session_id text not null,
  template_id text,
  texts jsonb not null default '{}' check (jsonb_typeof(texts) = 'object'),
  questions jsonb not null default '[]' check (jsonb_typeof(questions) = 'array'),
  answers jsonb not null default '{}' check (jsonb_typeof(answers) = 'object'),
  sent_at timestamptz(3) not null default now(),
  opened_at timestamptz(3),
  submitted_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  unique (account_id, id),
  unique (session_id, template_id),
  constraint questionnaires_session foreign key (account_id, session_id)
    references public.sessions (account_id, id) on delete cascade,
  constraint questionnaires_template foreign key (account_id, template_id)
    references public.questionnaire_templates (account_id, id) on delete set null (template_id)
);
create index questionnaires_session on public.questionnaires (account_id, session_id, sent_at, id);
create index questionnaires_template on public.questionnaires (account_id, template_id);
create trigger questionnaires_touch before update on public.questionnaires
  for each row execute function public.touch_updated_at();

-- The contract or questionnaire of a mail. Server only.
create table public.message_documents (
  message_id text primary key,
  account_id text not null,
  contract_id text,
  questionnaire_id text,
  constraint message_documents_any check (contract_id is not null or questionnaire_id is not null),
  constraint message_documents_message foreign key (account_id, message_id)
    references public.messages (account_id, id) on delete cascade,
  constraint message_documents_contract foreign key (account_id, contract_id)
    references public.contracts (account_id, id) on delete cascade,
  constraint message_documents_questionnaire foreign key (account_id, questionnaire_id)
    references public.questionnaires (account_id, id) on delete cascade
);
create index message_documents_message on public.message_documents (account_id, message_id);
create index message_documents_contract on public.message_documents (account_id, contract_id);
create index message_documents_questionnaire on public.message_documents (account_id, questionnaire_id);

alter table public.contracts enable row level security;
alter table public.contract_texts enable row level security;
alter table public.questionnaires enable row level security;
alter table public.message_documents enable row level security;
revoke all on public.contracts, public.contract_texts, public.questionnaires, public.message_documents
  from anon, authenticated;
grant execute on function public.forbid_signed_text_change(), public.compare_signed_price() to albumen_api;
