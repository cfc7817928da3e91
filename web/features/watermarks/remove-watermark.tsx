import { useQuery } from '@rocicorp/zero/react';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog, Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { WatermarkRow } from './types.ts';

const LIMIT = 1000;

interface RemoveWatermarkProps {
  mark: Pick<WatermarkRow, 'id' | 'name'>;
  onRemoved?: () => void;
}

/**
 * Deletes a watermark after a confirmation, since its image cannot be restored. Lists the galleries that use it
 * instead, if there are any.
 */
export function RemoveWatermark({ mark: { id, name }, onRemoved }: RemoveWatermarkProps) {
  const { t } = useTranslation('watermarks');
  const mutate = useMutation();
  const [asking, setAsking] = useState(false);
  const [galleries] = useQuery(queries.galleries.list({ limit: LIMIT }));
  const [trashed] = useQuery(queries.galleries.trashed({ limit: LIMIT }));
  const bearers = galleries.filter(({ watermarkId }) => watermarkId === id);
  const inTrash = trashed.some(({ watermarkId }) => watermarkId === id);
  const used = bearers.length > 0 || inTrash;
  const remove = async () => {
    setAsking(false);
    if (await mutate(mutators.watermarks.remove({ id, now: Date.now() }), { done: t('removed', { name }) }))
      onRemoved?.();
  };
  return (
    <>
      <IconButton
        label={t('removeNamed', { name })}
        icon={<Trash2 aria-hidden />}
        writes
        onClick={() => setAsking(true)}
      />
      <Dialog open={asking && used} onOpenChange={setAsking} title={t('inUse.title', { name })}>
        {bearers.length > 0 && (
          <>
            <p className="text-soft">{t('inUse.text')}</p>
            <ul className="divide-y divide-line border-y border-line">
              {bearers.map((gallery) => (
                <li key={gallery.id} className="py-2">
                  {gallery.name}
                </li>
              ))}
            </ul>
          </>
        )}
        {inTrash && <p className="text-soft">{t('inUse.trashed')}</p>}
      </Dialog>
      <ConfirmDialog
        open={asking && !used}
        onOpenChange={setAsking}
        title={t('removeAsk.title', { name })}
        description={t('removeAsk.text')}
        confirmLabel={t('remove')}
        onConfirm={() => void remove()}
      />
    </>
  );
}
