import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import type { GalleryRow } from '#web/lib/galleries/types.ts';

interface ProofingEmptyProps {
  gallery: GalleryRow;
  /** Null for members who may not set up a selection. */
  onNew: (() => void) | null;
}

/** Shown until somebody has chosen or the studio has set up a selection. */
export function ProofingEmpty({ gallery, onNew }: ProofingEmptyProps) {
  const { t } = useTranslation('proofing');
  return (
    <EmptyState
      title={t('empty.title')}
      action={
        onNew && (
          <Button variant="primary" onClick={onNew}>
            {t('lists.new')}
          </Button>
        )
      }
    >
      {!onNew ? t('empty.readOnly') : t(gallery.guestFavourites ? 'empty.favourites' : 'empty.text')}
    </EmptyState>
  );
}
