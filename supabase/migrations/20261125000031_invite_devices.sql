-- An invitation link opens on several devices. consumed_at stays the time of the first.
alter table public.grant_tokens add column device_count integer not null default 0;
comment on column public.grant_tokens.device_count is 'Browsers that accepted the invitation with this link; at most five.';
alter table public.grant_tokens add constraint grant_tokens_device_count_check
  check (device_count between 0 and 5) not valid;
