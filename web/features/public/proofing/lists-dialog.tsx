import { Pencil, Plus, TabletSmartphone, Trash2 } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicPhoto } from '#core/api/public.ts';
import type { ProofingList } from '#core/api/proofing.ts';
import { makeId } from '#core/domain/values/make-id.ts';
import { pickedIds } from '#core/domain/galleries/pick-rules.ts';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { PhotoImage } from '../photos/photo-image.tsx';
import { PublicDialog } from '../shell/public-dialog.tsx';
import type { Choosing } from './choosing-store.ts';
import { MAX_COMPARED, MIN_COMPARED } from './compare-photos.ts';
import { nameOfList } from './person-names.ts';
import { ProblemNote } from './problem-note.tsx';
import { FAVOURITES } from './project-view.ts';
import { useChoosing } from './use-choosing.ts';

interface ListsDialogProps {
  choosing: Choosing;
  photos: readonly PublicPhoto[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onOpenPhoto: (photoId: string) => void;
  onCompare: (photoIds: readonly string[]) => void;
  onDevice: () => void;
}

/** Selections, favourites and named lists with their photos. */
export function ListsDialog({
  choosing,
  photos,
  open,
  onOpenChange,
  onOpenPhoto,
  onCompare,
  onDevice,
}: ListsDialogProps) {
  const { t } = useTranslation(['choosing', 'common']);
  const { view } = useChoosing(choosing);
  const [removed, setRemoved] = useState<ProofingList | null>(null);
  const lists = view?.lists ?? [];
  return (
    <PublicDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('lists.title')}
      description={t('lists.text')}
      size="wide"
    >
      <ProblemNote choosing={choosing} />
      <ul className="flex flex-col gap-6">
        {lists.map((list) => (
          <ListRow
            key={list.id}
            choosing={choosing}
            list={list}
            photos={photos}
            onShow={() => {
              choosing.show(list.isDefault ? FAVOURITES : list.id);
              onOpenChange(false);
            }}
            onOpenPhoto={(photoId) => {
              onOpenChange(false);
              onOpenPhoto(photoId);
            }}
            onCompare={(photoIds) => {
              choosing.chooseList(list.isDefault ? FAVOURITES : list.id);
              onOpenChange(false);
              onCompare(photoIds);
            }}
            onRemove={() => {
              setRemoved(list);
              choosing.proofing.removeList(list.id);
            }}
          />
        ))}
      </ul>
      <p role="status" className="flex flex-wrap items-center gap-3 empty:hidden">
        {removed && (
          <>
            {t('lists.removed', { list: removed.name })}
            <Button
              size="small"
              onClick={() => {
                choosing.proofing.saveList(removed.id, removed.name);
                setRemoved(null);
              }}
            >
              {t('common:undo')}
            </Button>
          </>
        )}
      </p>
      <NewList choosing={choosing} />
      <div>
        <Button icon={<TabletSmartphone />} onClick={onDevice}>
          {t('device')}
        </Button>
      </div>
    </PublicDialog>
  );
}

function NewList({ choosing }: { choosing: Choosing }) {
  const { t } = useTranslation('choosing');
  const [name, setName] = useState('');
  const create = (event: SubmitEvent) => {
    event.preventDefault();
    if (!name.trim()) return;
    const id = makeId((bytes) => crypto.getRandomValues(bytes));
    choosing.proofing.saveList(id, name.trim());
    choosing.chooseList(id);
    setName('');
  };
  return (
    <form onSubmit={create} className="flex items-end gap-2 border-t border-line pt-5">
      <div className="grow">
        <Field label={t('lists.new')}>
          <TextInput
            value={name}
            onChange={(event) => setName(event.target.value)}
            placeholder={t('lists.example')}
            maxLength={120}
          />
        </Field>
      </div>
      <Button type="submit" icon={<Plus />} disabled={!name.trim()}>
        {t('lists.create')}
      </Button>
    </form>
  );
}

/** Photos of a list that are shown in the dialog; the grid shows all. */
const SHOWN_PHOTOS = 12;

interface ListRowProps {
  choosing: Choosing;
  list: ProofingList;
  photos: readonly PublicPhoto[];
  onShow: () => void;
  onOpenPhoto: (photoId: string) => void;
  onCompare: (photoIds: readonly string[]) => void;
  onRemove: () => void;
}

function ListRow({ choosing, list, photos, onShow, onOpenPhoto, onCompare, onRemove }: ListRowProps) {
  const { t } = useTranslation(['choosing', 'public', 'common']);
  const { view } = useChoosing(choosing);
  const [renaming, setRenaming] = useState(false);
  const ids = pickedIds((view?.picks ?? []).filter(({ listId }) => listId === list.id));
  const picked = photos.filter(({ id }) => ids.has(id));
  const isOwn = list.kind === 'favourites' && !list.isDefault;
  const name = nameOfList(t, list);
  return (
    <li className="flex flex-col gap-2">
      <div className="flex min-h-control flex-wrap items-center gap-x-2">
        {renaming ? (
          <Rename
            list={list}
            onDone={(next) => {
              if (next) choosing.proofing.saveList(list.id, next);
              setRenaming(false);
            }}
          />
        ) : (
          <>
            <h3 className="min-w-0 font-medium wrap-anywhere">{name}</h3>
            <span className="text-soft tabular-nums">{t('progress.count', { count: ids.size })}</span>
            <span className="ml-auto flex">
              {isOwn && (
                <>
                  <IconButton
                    label={t('lists.rename', { list: name })}
                    icon={<Pencil aria-hidden />}
                    onClick={() => setRenaming(true)}
                  />
                  <IconButton
                    label={t('lists.remove', { list: name })}
                    icon={<Trash2 aria-hidden />}
                    onClick={onRemove}
                  />
                </>
              )}
              {picked.length >= MIN_COMPARED && (
                <Button
                  size="small"
                  variant="quiet"
                  onClick={() => onCompare(picked.slice(0, MAX_COMPARED).map(({ id }) => id))}
                  aria-label={t('compare.list', { list: name })}
                >
                  {t('compare.open')}
                </Button>
              )}
              {picked.length > 0 && (
                <Button size="small" onClick={onShow} aria-label={t('lists.showList', { list: name })}>
                  {t('lists.show')}
                </Button>
              )}
            </span>
          </>
        )}
      </div>
      {picked.length > 0 && (
        <ul className="grid grid-cols-4 gap-1 md:grid-cols-6">
          {picked.slice(0, SHOWN_PHOTOS).map((photo) => (
            <li key={photo.id} className="aspect-square">
              <button
                type="button"
                onClick={() => onOpenPhoto(photo.id)}
                className="block size-full rounded-print p-0 active:brightness-90"
              >
                <PhotoImage galleryId={choosing.galleryId} photo={photo} alt={photo.filename} sizes="120px" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Rename({ list, onDone }: { list: ProofingList; onDone: (name: string | null) => void }) {
  const { t } = useTranslation(['choosing', 'common']);
  const [name, setName] = useState(list.name);
  return (
    <form
      className="flex grow items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(name.trim() || null);
      }}
    >
      <TextInput
        aria-label={t('lists.rename', { list: list.name })}
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={120}
        ref={(input) => input?.focus()}
      />
      <Button type="submit">{t('common:save')}</Button>
    </form>
  );
}
