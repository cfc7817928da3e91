import { useTranslation } from 'react-i18next';
import type { GalleryStatus } from '#core/domain/galleries.ts';
import { mutators } from '#core/zero/mutators.ts';
import { useMutation } from '#web/lib/act.tsx';
import type { GalleryRow } from './gallery-rows.ts';

/** Moves a gallery on, at once, with a way back. */
export function useSetStatus({ id }: Pick<GalleryRow, 'id'>): (to: GalleryStatus) => Promise<boolean> {
  const { t } = useTranslation('galleries');
  const act = useMutation();
  return (to) =>
    act(mutators.galleries.setStatus({ id, to, now: Date.now() }), {
      done: t(`moved.${to}`),
      undo: () => mutators.galleries.undoStatus({ id, now: Date.now() }),
    });
}
