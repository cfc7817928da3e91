-- Galleries that exist keep their uncropped cover; new ones fill a band of the window.
alter table public.galleries add column cover_style text not null default 'whole';
alter table public.galleries alter column cover_style set default 'band';
alter table public.galleries add constraint galleries_cover_style_check
  check (cover_style in ('whole', 'band', 'title', 'none')) not valid;
comment on column public.galleries.cover_style is
  'How the gallery''s page shows its cover: GALLERY_COVER_STYLES of core/domain/galleries/galleries.ts. All but `whole` crop it around the focal point.';
