-- A token may be bound to one gallery, and replacing photos needs a permission of its own (core/domain/studio/integrations.ts).
alter table public.api_tokens add column gallery_id text;
alter table public.api_tokens add constraint api_tokens_gallery foreign key (account_id, gallery_id)
  references public.galleries (account_id, id) on delete cascade not valid;
alter table public.api_tokens drop constraint api_tokens_scopes_check;
alter table public.api_tokens add constraint api_tokens_scopes_check check (case when jsonb_typeof(scopes) = 'array' then
  jsonb_array_length(scopes) between 1 and 9 and scopes <@ '["customers:read", "customers:write", "sessions:read",
    "galleries:read", "galleries:write", "photos:upload", "photos:write", "selections:read", "payments:read"]'
  else false end) not valid;
comment on column public.api_tokens.gallery_id is 'The only gallery that it may use; null for all of the studio.';
