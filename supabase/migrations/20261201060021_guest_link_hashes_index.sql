create index concurrently guest_upload_links_token_hash on public.guest_upload_links (token_hash);
