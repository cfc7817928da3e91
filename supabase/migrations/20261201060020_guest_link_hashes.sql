-- Links for guests are found by the hash of their token (core/domain/galleries/guest-uploads.ts); the token itself is stored nowhere.
-- What writes a token, as the code before this does, leaves its hash. That code finds no link while a release goes out.
-- lock: one row a gallery with such a link
-- Unique: the hash comes from the browser, and a studio must not take another's link over with it.
alter table public.guest_upload_links add column token_hash text constraint guest_upload_links_token_hash_key unique;
alter table public.guest_upload_links alter column token drop not null;

create function public.hash_guest_token() returns trigger language plpgsql set search_path = '' as $$
begin
  -- The CHECK refuses another text.
  if new.token ~ '^[0-9a-hjkmnp-tv-z]{32}$' then
    new.token_hash := rtrim(translate(encode(sha256(convert_to(new.token, 'UTF8')), 'base64'), '+/', '-_'), '=');
    new.token := null;
  end if;
  return new;
end $$;
grant execute on function public.hash_guest_token() to albumen_api;
create trigger guest_upload_links_hash before insert or update on public.guest_upload_links
  for each row execute function public.hash_guest_token();
-- Also for rows of a backup, which a restore inserts without other triggers.
alter table public.guest_upload_links enable always trigger guest_upload_links_hash;

update public.guest_upload_links set token = token;
alter table public.guest_upload_links alter column token_hash set not null;
alter table public.guest_upload_links add constraint guest_upload_links_token_hash_check
  check (token_hash ~ '^[A-Za-z0-9_-]{43}$');
comment on column public.guest_upload_links.token is 'Always null: see token_hash.';
comment on column public.guest_upload_links.token_hash is 'SHA-256 of the unpredictable part of the address. A new one ends the former link.';
