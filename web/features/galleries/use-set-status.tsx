import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GalleryStatus } from '#core/domain/galleries/galleries.ts';
import { mutators } from '#core/zero/mutators.ts';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

/**
 * Returns a function that changes the status of a gallery immediately, with undo, and the question that it asks before
 * it publishes one without photos.
 */
export function useSetStatus({ id, stats }: GalleryRow): {
  setStatus: (to: GalleryStatus) => void;
  question: ReactNode;
} {
  const { t } = useTranslation('galleries');
  const mutate = useMutation();
  const [isAsking, setAsking] = useState(false);
  const change = (to: GalleryStatus) => {
    setAsking(false);
    void mutate(mutators.galleries.setStatus({ id, to, now: Date.now() }), {
      done: t(`moved.${to}`),
      undo: () => mutators.galleries.undoStatus({ id, now: Date.now() }),
    });
  };
  const isEmpty = (stats?.readyCount ?? 0) === 0;
  return {
    setStatus: (to) => (to === 'published' && isEmpty ? setAsking(true) : change(to)),
    question: (
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        tone="primary"
        title={t('publishEmpty.title')}
        description={t('publishEmpty.text')}
        confirmLabel={t('publishEmpty.act')}
        onConfirm={() => change('published')}
      />
    ),
  };
}
