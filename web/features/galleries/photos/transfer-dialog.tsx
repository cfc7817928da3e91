import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Combobox } from '#web/components/ui/combobox.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import type { TransferTarget } from './use-transfer-acts.ts';

/** As many as the query gives at the most. */
const LIMIT = 1000;
const NO_SECTION = '';

interface MovePhotosDialogProps {
  kind: 'move' | 'copy';
  /** The gallery they are in. */
  from: string;
  count: number;
  onTransfer: (target: TransferTarget) => Promise<boolean>;
  onClose: () => void;
}

/** Which gallery, and which of its sections. */
export function MovePhotosDialog({ kind, from, count, onTransfer, onClose }: MovePhotosDialogProps) {
  const { t } = useTranslation(['photos', 'sections', 'common']);
  const [galleries] = useQuery(queries.galleries.list({ limit: LIMIT }));
  const [galleryId, setGalleryId] = useState<string | null>(null);
  const [sectionId, setSectionId] = useState(NO_SECTION);
  const [sections] = useQuery(queries.galleries.sections({ galleryId: galleryId ?? from }), {
    enabled: galleryId !== null,
  });
  const target = galleries.find(({ id }) => id === galleryId);
  const choose = (id: string | null) => {
    setGalleryId(id);
    setSectionId(NO_SECTION);
  };
  const send = async () => {
    if (!target) return;
    const sent = await onTransfer({ galleryId: target.id, name: target.name, sectionId: sectionId || null });
    if (sent) onClose();
  };
  // A copy may lie beside its original; moved to where they are, photos would stay.
  const options = galleries
    .filter(({ id }) => kind === 'copy' || id !== from)
    .map(({ id, name, customer }) => ({ value: id, label: name, ...(customer && { detail: customer.name }) }));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`transfer.${kind}Title`, { count })}
      description={t(`transfer.${kind}Text`)}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button variant="primary" disabled={!target} onClick={() => void send()}>
            {t(`transfer.${kind}Act`)}
          </Button>
        </>
      }
    >
      <Field label={t('transfer.gallery')}>
        <Combobox options={options} value={galleryId} onChange={choose} placeholder={t('transfer.find')} />
      </Field>
      {galleryId !== null && sections.length > 0 && (
        <Field label={t('filter.section')}>
          <Select
            value={sectionId}
            onChange={(event) => setSectionId(event.target.value)}
            options={[
              { value: NO_SECTION, label: t('sections:none') },
              ...sections.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
      )}
    </Dialog>
  );
}
