import { Columns2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import type { CompareProps, LightboxPartProps } from '../photos/proofing-parts.ts';
import type { Choosing } from './choosing-store.ts';
import { MAX_COMPARED, MIN_COMPARED } from './compare-photos.ts';
import { useChoosing } from './use-choosing.ts';

export const importCompare = () => import('./compare.tsx');

interface ButtonProps {
  choosing: Choosing;
  compare: (photoIds: readonly string[]) => void;
}

/** Compares the photo of the lightbox with the next one. */
export function CompareButton(props: ButtonProps & LightboxPartProps & Pick<CompareProps, 'onCompare'>) {
  const { choosing, compare, photo, swipe, onCompare } = props;
  const { t } = useTranslation('choosing');
  const { view } = useChoosing(choosing);
  if (!view?.canSelect || swipe.getNumItems() < MIN_COMPARED) return null;
  return (
    <IconButton
      label={t('compare.open')}
      icon={<Columns2 aria-hidden />}
      onClick={() => {
        // The comparison takes over the history entry of a panel.
        choosing.openPanel(false);
        onCompare();
        compare([photo.id]);
      }}
      className="bg-paper"
    />
  );
}

/** Compares the photos that are selected. */
export function CompareSelection({ choosing, compare, photoIds, onCompare }: ButtonProps & CompareProps) {
  const { t } = useTranslation('choosing');
  const { view } = useChoosing(choosing);
  if (!view?.canSelect || photoIds.length < MIN_COMPARED || photoIds.length > MAX_COMPARED) return null;
  return (
    <Button
      icon={<Columns2 />}
      onClick={() => {
        compare(photoIds);
        onCompare();
      }}
    >
      {t('compare.open')}
    </Button>
  );
}
