import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { TOAST_MS } from '#web/components/ui/toast-provider.tsx';
import { useAct } from '#web/lib/act.tsx';
import type { GalleryRow } from '../gallery-rows.ts';

/** What can be done to photos of a gallery: each one mutation, however many there are. */
export function usePhotoActs(gallery: GalleryRow) {
  const { t } = useTranslation('photos');
  const act = useAct();
  const lastTrash = useRef<{ at: number; restore: () => void } | null>(null);
  const galleryId = gallery.id;

  const trash = async (photoIds: readonly string[]) => {
    const cover =
      gallery.coverPhotoId !== null && photoIds.includes(gallery.coverPhotoId) ? gallery.coverPhotoId : null;
    const ids = [...photoIds];
    const restore = () => mutators.photos.restore({ galleryId, photoIds: ids, cover, now: Date.now() });
    const gone = await act(mutators.photos.trash({ galleryId, photoIds: ids, now: Date.now() }), {
      done: t('deleted', { count: ids.length }),
      undo: restore,
    });
    if (gone) lastTrash.current = { at: Date.now(), restore: () => void act(restore()) };
    return gone;
  };
  const setCover = (coverPhotoId: string) => {
    const before = gallery.coverPhotoId;
    const update = (id: string | null) =>
      mutators.galleries.update({ id: galleryId, changes: { coverPhotoId: id }, now: Date.now() });
    return act(update(coverPhotoId), { done: t('coverSet'), undo: () => update(before) });
  };
  const retry = (photoIds: readonly string[]) =>
    act(mutators.photos.retry({ galleryId, photoIds: [...photoIds], now: Date.now() }));
  const sort = (sortBy: GalleryRow['sortBy']) =>
    act(mutators.galleries.update({ id: galleryId, changes: { sortBy }, now: Date.now() }));

  const onUndoKey = useEffectEvent((event: KeyboardEvent) => {
    const last = lastTrash.current;
    if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping(event.target)) return;
    if (!last || Date.now() - last.at > TOAST_MS) return;
    event.preventDefault();
    lastTrash.current = null;
    last.restore();
  });
  useEffect(() => {
    window.addEventListener('keydown', onUndoKey);
    return () => window.removeEventListener('keydown', onUndoKey);
  }, []);
  return { trash, setCover, retry, sort };
}

/** In a field, Delete and Ctrl Z belong to the field. A tick has no text to change. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]')
  );
}

export type PhotoActs = ReturnType<typeof usePhotoActs>;
