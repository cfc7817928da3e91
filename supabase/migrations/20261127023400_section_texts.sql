-- Names of sections in other languages, as those of galleries and session types.
-- lock: a constant default writes no row.
alter table public.gallery_sections add column translations jsonb not null default '{}'
  check (jsonb_typeof(translations) = 'object');
comment on column public.gallery_sections.translations is 'By language: core/domain/values/translations.ts.';
