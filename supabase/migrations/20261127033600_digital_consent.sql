-- A client asks for digital content immediately with a consent of its own; without it they can withdraw from the content.
alter table public.proposal_agreements add column digital_sources jsonb;
comment on column public.proposal_agreements.digital_sources is
  'Sources of the lines with digital content that the client asked for immediately. Null: none.';
alter table public.proposal_agreements add constraint proposal_agreements_digital_sources_check
  check (jsonb_typeof(digital_sources) = 'array') not valid;
