import { ImagePlus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_BLOCK_PHOTOS, type SitePhoto } from '#core/domain/site/page-blocks.ts';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Labelled } from '../choice-field.tsx';
import { useItemList, withField } from '../items/item-keys.ts';
import { SortableList } from '../items/sortable-list.tsx';
import { TEXT_MAX } from '../limits.ts';
import { withTextChange } from '../text/text-change.ts';
import { TextField } from '../text/text-field.tsx';
import { PhotoPicker } from './photo-picker.tsx';
import { PhotoSource } from './photo-field.tsx';
import { Thumbnail } from './thumbnail.tsx';
import { usePhotos } from './use-photos.ts';

interface PhotosFieldProps {
  label: string;
  value: readonly SitePhoto[];
  onChange: (photos: SitePhoto[]) => void;
}

/** Photos in their order, each with its alternative text. */
export function PhotosField({ label, value, onChange }: PhotosFieldProps) {
  const { t } = useTranslation('blocks');
  const [isOpen, setOpen] = useState(false);
  const ids = useMemo(() => value.map(({ photoId }) => photoId), [value]);
  const { byId, isComplete } = usePhotos(ids);
  const { keys, add, change, remove, move } = useItemList(value, onChange);
  const nameOf = (index: number) => byId.get(ids[index]!)?.filename ?? t('photos.number', { number: index + 1 });
  const isFull = value.length >= MAX_BLOCK_PHOTOS;
  return (
    <Labelled
      label={`${label} (${value.length})`}
      hint={isFull ? t('photos.full', { max: MAX_BLOCK_PHOTOS }) : undefined}
    >
      {value.length > 0 && (
        <div className="w-full">
          <SortableList label={label} keys={keys} nameOf={nameOf} onMove={move}>
            {(index) => {
              const item = value[index]!;
              const photo = byId.get(item.photoId);
              const isGone = isComplete && !photo;
              return (
                <div className="flex min-w-0 flex-col gap-2">
                  <div className="flex min-w-0 items-start gap-2">
                    <Thumbnail photo={photo} isGone={isGone} className="w-16 shrink-0" />
                    <div className="min-w-0 grow">
                      <PhotoSource photo={photo} isGone={isGone} />
                    </div>
                    <IconButton
                      label={t('photos.removeOne', { name: nameOf(index) })}
                      icon={<Trash2 aria-hidden />}
                      onClick={() => remove(index)}
                      className="-mt-2 text-soft"
                    />
                  </div>
                  <TextField
                    label={t('photos.alt')}
                    value={item.alt}
                    max={TEXT_MAX.line}
                    onChange={(next) => change(index, withField(item, 'alt', withTextChange(item.alt, next)))}
                  />
                </div>
              );
            }}
          </SortableList>
        </div>
      )}
      <Button size="small" icon={<ImagePlus />} disabled={isFull} onClick={() => setOpen(true)}>
        {t('photos.add')}
      </Button>
      {isOpen && (
        <PhotoPicker
          onClose={() => setOpen(false)}
          taken={ids}
          max={MAX_BLOCK_PHOTOS - value.length}
          multiple
          onPick={(picked) => add(...picked.map((photoId) => ({ photoId })))}
        />
      )}
    </Labelled>
  );
}
