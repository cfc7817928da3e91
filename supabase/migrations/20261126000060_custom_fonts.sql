-- Fonts that a studio uploads: synced to the back office, counted as storage.
comment on table public.custom_fonts is
  'Fonts that a studio uploaded, for its public pages. The file is in the rendition bucket, at fonts/{id}.';
comment on column public.custom_fonts.font_family is 'The name that the file gives itself, else the file''s name.';
comment on column public.custom_fonts.file_size is 'Bytes of the stored WOFF2, which is written anew from the upload.';
comment on column public.custom_fonts.font_type is 'Type of the uploaded file.';
comment on column public.custom_fonts.metadata is
  'Metrics, weights and licence texts of the file, and who confirmed when that the studio may use it on websites.';

-- Adds a font to the storage of its account, or takes it away.
create function public.count_font() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.account_usage u
    set storage_bytes = u.storage_bytes + case when tg_op = 'INSERT' then new.file_size else -old.file_size end
    where u.account_id = case when tg_op = 'INSERT' then new.account_id else old.account_id end;
  return null;
end $$;
grant execute on function public.count_font() to albumen_api;
create trigger custom_fonts_count after insert or delete on public.custom_fonts
  for each row execute function public.count_font();
