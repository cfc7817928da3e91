create index concurrently api_tokens_gallery on public.api_tokens (account_id, gallery_id);
