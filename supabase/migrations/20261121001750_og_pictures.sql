-- An Open Graph picture bears the gallery's name and the studio's beside the cover: what it was drawn from, as a hash of
-- all of it. Where it differs, or is not there, the picture is drawn anew.
alter table public.og_pictures add column fingerprint text check (fingerprint ~ '^[0-9a-f]{64}$');
