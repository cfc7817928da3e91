import { useQuery, useZero } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Combobox } from '#web/components/ui/inputs/combobox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { newId } from '#web/lib/ids.ts';
import { toIds } from './selection.ts';
import type { PhotoRow } from './types.ts';
import type { UndoableMutation } from './use-undoable-mutation.ts';

interface TransferTarget {
  galleryId: string;
  name: string;
  sectionId: string | null;
}

type Store = ReturnType<typeof useZero>;

/** Copies or moves photos to another gallery of the studio. */
export function useTransferActions(galleryId: string, mutate: UndoableMutation) {
  const { t } = useTranslation('photos');
  const zero = useZero();
  const move = (photos: readonly PhotoRow[], to: TransferTarget) => {
    const request = { galleryId, photoIds: toIds(photos), toGalleryId: to.galleryId, sectionId: to.sectionId };
    return mutate(mutators.photos.move({ ...request, now: Date.now() }), {
      done: t('moved', { count: photos.length, name: to.name }),
      undo: async () => {
        // The copies are processed again. Only photos that are ready can be moved back.
        await allReady(zero, to.galleryId, request.photoIds);
        return [...Map.groupBy(photos, ({ sectionId }) => sectionId)].map(([sectionId, group]) =>
          mutators.photos.move({
            galleryId: to.galleryId,
            photoIds: toIds(group),
            toGalleryId: galleryId,
            sectionId,
            now: Date.now(),
          }),
        );
      },
    });
  };
  const copy = (photos: readonly PhotoRow[], to: TransferTarget) => {
    const copies = photos.map(({ id }) => ({ from: id, id: newId() }));
    const request = { galleryId, toGalleryId: to.galleryId, sectionId: to.sectionId, copies, now: Date.now() };
    return mutate(mutators.photos.copy(request), {
      done: t('copied', { count: photos.length, name: to.name }),
      undo: () => mutators.photos.trash({ galleryId: to.galleryId, photoIds: toIds(copies), now: Date.now() }),
    });
  };
  return { move, copy };
}

/** Resolves once all photos exist and are ready or failed. */
function allReady(zero: Store, galleryId: string, ids: readonly string[]): Promise<void> {
  const idSet = new Set(ids);
  const view = zero.materialize(queries.galleries.photos({ galleryId }));
  return new Promise((resolve) => {
    view.addListener((rows) => {
      const ready = (rows as readonly PhotoRow[]).filter(({ id, status }) => idSet.has(id) && status === 'ready');
      if (ready.length < idSet.size) return;
      view.destroy();
      resolve();
    });
  });
}

/** Maximum number of rows of the query. */
const LIMIT = 1000;
const NO_SECTION = '';

interface MovePhotosDialogProps {
  kind: 'move' | 'copy';
  /** Id of the photos' current gallery. */
  from: string;
  count: number;
  onTransfer: (target: TransferTarget) => Promise<boolean>;
  onClose: () => void;
}

/** Asks for the target gallery and its section. */
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
  // Offer the current gallery for copies only: moving there would change nothing.
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
