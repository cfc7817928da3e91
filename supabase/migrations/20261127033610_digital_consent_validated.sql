-- Validates the check of consents without a lock that stops writes.
alter table public.proposal_agreements validate constraint proposal_agreements_digital_sources_check;
