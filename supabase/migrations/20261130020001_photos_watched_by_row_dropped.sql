-- contract: watch_photos does the work of these triggers, whose function does nothing since 20261130020000
drop trigger photos_watch_insert on public.photos;
drop trigger photos_watch on public.photos;
drop function public.watch_photo();
