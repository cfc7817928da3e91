import { TabletSmartphone } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { PublicDialog } from '../shell/public-dialog.tsx';
import { AnotherDevice } from './another-device.tsx';
import type { Choosing } from './choosing-store.ts';
import { useChoosing } from './use-choosing.ts';

interface DeviceEntryProps {
  choosing: Choosing;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Dialog "Continue on another device", with a button below the photos while the bar with the lists is not there. */
export function DeviceEntry({ choosing, open, onOpenChange }: DeviceEntryProps) {
  const { t } = useTranslation('choosing');
  const { view } = useChoosing(choosing);
  const hasBar = view?.canSelect && (view.picks.length > 0 || view.lists.length > 0);
  return (
    <>
      {!hasBar && (
        <p className="flex justify-center px-5 pt-10 print:hidden">
          <Button variant="quiet" size="small" icon={<TabletSmartphone />} onClick={() => onOpenChange(true)}>
            {t('device')}
          </Button>
        </p>
      )}
      <PublicDialog open={open} onOpenChange={onOpenChange} title={t('device')}>
        <Suspense>
          <AnotherDevice proofing={choosing.proofing} />
        </Suspense>
      </PublicDialog>
    </>
  );
}
