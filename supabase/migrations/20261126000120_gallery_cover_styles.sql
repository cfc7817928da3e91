-- Three more cover styles: in the whole window, in one half of it, framed by paper.
alter table public.galleries drop constraint galleries_cover_style_check;
alter table public.galleries add constraint galleries_cover_style_check
  check (cover_style in ('whole', 'band', 'title', 'full', 'split', 'frame', 'none')) not valid;
