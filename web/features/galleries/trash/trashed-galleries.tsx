import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useStore } from '#web/lib/sync/store.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { Cover } from '../gallery-card.tsx';
import { DaysLeft, type TrashedGallery } from './trash-groups.tsx';

const restore = (id: string) => mutators.galleries.restore({ id, now: Date.now() });
const trash = (id: string) => mutators.galleries.trash({ id, now: Date.now() });

interface TrashedGalleriesProps {
  galleries: readonly TrashedGallery[];
  /** Button that loads more. */
  more: ReactNode;
}

export function TrashedGalleries({ galleries, more }: TrashedGalleriesProps) {
  const { t } = useTranslation('trash');
  const id = useId();
  const mutate = useMutation();
  const toast = useToast();
  const { writable } = useStore();
  const restoreAll = async () => {
    const back: string[] = [];
    for (const gallery of galleries) if (await mutate(restore(gallery.id))) back.push(gallery.id);
    const onUndo = () => back.forEach((one) => void mutate(trash(one)));
    if (back.length > 0) toast({ title: t('galleriesBack', { count: back.length }), onUndo });
  };
  return (
    <section aria-labelledby={id} className="flex max-w-3xl flex-col gap-2">
      <div className="flex min-h-control items-center justify-between gap-4">
        <h2 id={id} className="text-lead font-semibold">
          {t('galleries')}
        </h2>
        {galleries.length > 1 && (
          <Button variant="quiet" size="small" disabled={!writable} onClick={() => void restoreAll()}>
            {t('restoreAll')}
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {galleries.map((gallery) => (
          <Row key={gallery.id} gallery={gallery} />
        ))}
      </ul>
      {more}
    </section>
  );
}

function Row({ gallery }: { gallery: TrashedGallery }) {
  const { t } = useTranslation(['trash', 'galleries']);
  const format = useFormat();
  const mutate = useMutation();
  const { writable } = useStore();
  const { id, name } = gallery;
  const deletedAt = gallery.deletedAt ?? 0;
  const details = [
    t('galleries:photoCount', { count: gallery.stats?.photoCount ?? 0 }),
    t('deletedOn', { date: format.date(deletedAt) }),
  ];
  return (
    <li className="flex items-center gap-4 py-3">
      <div className="w-20 shrink-0 md:w-24">
        <Cover gallery={gallery} small />
      </div>
      <div className="flex min-w-0 grow flex-col gap-0.5">
        <h3 className="truncate font-medium">{name}</h3>
        <p className="text-caption text-soft">{details.join(' · ')}</p>
        <DaysLeft deletedAt={deletedAt} />
      </div>
      <Button
        size="small"
        aria-label={t('restoreNamed', { name })}
        disabled={!writable}
        onClick={() => void mutate(restore(id), { done: t('galleryBack', { name }), undo: () => trash(id) })}
      >
        {t('restore')}
      </Button>
    </li>
  );
}
